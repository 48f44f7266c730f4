import type { Log } from '@satchel/http/log'
import type { Outbound } from '@satchel/outbound/outbound'
import { createWorker } from '@satchel/worker/worker'
import type { EmailCodes } from '../accounts/verified-email/email-codes.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import { isRelayUrl } from '../config/nostr.ts'
import type { Database } from '../db/database.ts'
import { findLastEventId } from '../events/event-log.ts'
import type { NostrSigner } from '../extensions/host/nostr/nostr-signer.ts'
import { publishEvent } from '../extensions/host/relays/publish-event.ts'
import { readEvents } from '../extensions/host/relays/read-events.ts'
import { createNostrPost, type NostrPost } from '../notifications/nostr/nostr-post.ts'
import { deliverMessages } from '../notifications/push/deliver-messages.ts'
import { listTroubles } from '../notifications/push/list-troubles.ts'
import { forgetMessages, MESSAGES_KEPT_SECONDS, queueMessages } from '../notifications/push/message-store.ts'
import { openPushKey } from '../notifications/push/push-keys.ts'
import { queueNews } from '../notifications/push/queue-news.ts'
import { hasCursor, queueReceipts } from '../notifications/push/queue-receipts.ts'
import type { QueueLane } from '../throttle/queue-lane.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { type OpenExtensionsDeps, openMailPost } from './open-extensions.ts'

export interface OpenMessagesDeps extends Pick<OpenExtensionsDeps, 'stopLinks'> {
  readonly config: Config
  readonly db: Database
  readonly vault: KeyVault
  readonly outbound: Outbound
  readonly emailCodes: EmailCodes
  readonly nostr: NostrSigner
  readonly clock: Clock
  readonly log: Log
}

export interface Messages {
  /** Undefined: this service sends none. */
  readonly pushPublicKey: string | undefined
  readonly sendsMail: boolean
  /** Undefined: no messages over Nostr. */
  readonly nostrPost: NostrPost | undefined
  /** Sends queued messages soon. */
  wake(): void
  /** For metrics; none where none are sent. */
  readonly lanes: readonly QueueLane[]
  /** Queues and sends everything once. */
  tick(): Promise<void>
  /** Queues and sends from now on. Answers the way to stop. */
  start(): Promise<() => Promise<void>>
}

const NONE: Messages = {
  pushPublicKey: undefined,
  sendsMail: false,
  lanes: [],
  nostrPost: undefined,
  wake: () => undefined,
  tick: async () => undefined,
  start: async () => async () => undefined,
}

const NEWS_EVERY_MS = 10_000
const FORGET_EVERY_MS = 3_600_000

/** Messages to people, by Web Push, mail and Nostr; runs only if the operator has switched it on. */
export async function openMessages(deps: OpenMessagesDeps): Promise<Messages> {
  const { config, db, vault, clock, log } = deps
  if (!config.messages) return NONE
  const { publicUrl } = config
  const pushKey = await openPushKey(db, vault, publicUrl)
  const sendMail = openMailPost(deps)
  const nostrPost = openNostrPost(deps)
  const hasMail = sendMail !== undefined
  const ways = { mail: hasMail, nostr: nostrPost !== undefined }
  const sender = deliverMessages({ ...deps, pushKey, sendMail, publicUrl, nostr: nostrPost, codes: deps.emailCodes })
  // Events from before the operator switched messages on are skipped.
  if (!(await hasCursor(db)))
    await db.transact(queueMessages, { messages: [], cursor: await findLastEventId(db), now: clock() })
  const follow = () => queueReceipts({ db, clock, log, ways, onQueued: sender.wake })
  const nowSeconds = () => Math.floor(clock() / 1000)
  const readNews = async (): Promise<void> => {
    if (await queueNews({ db, clock, ways, listTroubles: () => listTroubles(config.dataFolder) })) sender.wake()
  }
  const forget = () => db.transact(forgetMessages, { before: nowSeconds() - MESSAGES_KEPT_SECONDS })
  return {
    pushPublicKey: pushKey.publicKey,
    sendsMail: hasMail,
    lanes: [sender.lane],
    nostrPost,
    wake: sender.wake,
    async tick() {
      const follower = await follow()
      await follower.caughtUp()
      await follower.stop()
      await readNews()
      await sender.doDue()
    },
    async start() {
      const follower = await follow()
      const news = createWorker({ work: readNews, everyMs: NEWS_EVERY_MS, what: 'looking for news', log })
      const forgetting = createWorker({ work: forget, everyMs: FORGET_EVERY_MS, what: 'forgetting messages', log })
      sender.start()
      return async () => {
        await Promise.all([follower.stop(), news.stop(), forgetting.stop()])
        await sender.stop()
      }
    },
  }
}

/** The sender is a key of this installation, the same after each start. */
function openNostrPost({ config, outbound, nostr, log }: OpenMessagesDeps): NostrPost | undefined {
  const { messageRelays: defaultRelays, outbound: rules } = config
  if (defaultRelays.length === 0) return undefined
  const relays = { outbound, rules }
  return createNostrPost({
    outbound,
    defaultRelays,
    mayUse: (relay) => isRelayUrl(relay, rules),
    sender: nostr.keyOf('messages'),
    relays: {
      publish: (event, relay) => publishEvent(relays, event, relay),
      read: (filter, relay) => readEvents(relays, filter, relay),
    },
    log,
  })
}
