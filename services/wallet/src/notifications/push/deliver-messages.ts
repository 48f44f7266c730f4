import type { Log } from '@satchel/http/log'
import type { Outbound } from '@satchel/outbound/outbound'
import { sessionLimits } from '../../accounts/users/sessions.ts'
import type { EmailCodes } from '../../accounts/verified-email/email-codes.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { finishWork, putBack, type Queued } from '../../throttle/leased-queue.ts'
import { type LanePoller, openQueueLane, pollLane } from '../../throttle/queue-lane.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import type { NostrPost } from '../nostr/nostr-post.ts'
import { findNostrRecipient, type NostrRecipient, setNostrRelays } from '../nostr/recipient-store.ts'
import { encryptPush, type PushKeys } from './encrypt-push.ts'
import { MESSAGES, type Message, type MessageContent } from './message-store.ts'
import { type MessageText, type WrittenContent, writeCode, writeMessage } from './message-texts.ts'
import type { PushKey } from './push-keys.ts'
import { dropSubscription, findSubscription } from './subscription-store.ts'

export interface ReportMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly sender: { readonly userId: string; readonly reason: 'report' }
}

export interface DeliverMessagesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly outbound: Outbound
  readonly pushKey: PushKey
  /** Undefined where there is no mail server. */
  readonly sendMail: ((mail: ReportMail) => Promise<void>) | undefined
  /** Undefined where the operator has named no relays. */
  readonly nostr: NostrPost | undefined
  readonly codes: Pick<EmailCodes, 'codeFor'>
  readonly publicUrl: string
  readonly clock: Clock
  readonly log: Log
}

const TIMEOUT_MS = 10_000
const POLL_MS = 2000
/** Delays after the first try, the second, …: five tries within about two hours, then the message is given up. */
const DELAYS_MS = [30_000, 300_000, 1_800_000, 3_600_000]
/** How long a push service keeps a message for a browser that is offline. */
const TTL_SECONDS = 86_400

/** Sends messages by Web Push, mail and Nostr. Retries are limited, and no log contains their text. */
export function deliverMessages(deps: DeliverMessagesDeps): LanePoller {
  const { db, clock, log } = deps
  const cut = new AbortController()
  const lane = openQueueLane(MESSAGES, {
    maxAtOnce: 32,
    maxPerAccount: 4,
    db,
    clock,
    deadlineMs: MESSAGES.leaseMs,
    destinationOf: ({ target }) => target,
    perform: (leased) => deliver(deps, leased, cut.signal),
    log,
  })
  return pollLane(lane, { everyMs: POLL_MS, what: 'sending messages', cut, graceMs: 0, log })
}

const isForOperators = ({ content }: Message): boolean => content.kind === 'alarm' || content.kind === 'trouble'

type Outcome = 'done' | 'failed' | 'stopped'

async function deliver(
  deps: DeliverMessagesDeps,
  { work, place, tries }: Queued<Message>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = deps
  let outcome: Outcome = 'failed'
  try {
    outcome = await send(deps, work, signal)
  } catch (error) {
    log.warn(
      { message: place.key, error: error instanceof Error ? error.name : 'unknown' },
      'a message could not be sent',
    )
  }
  if (outcome === 'done') return void (await db.transact(finishWork, { place }))
  const wasStopped = outcome === 'stopped'
  const delay = wasStopped ? 0 : DELAYS_MS[tries - 1]
  if (delay === undefined) log.warn({ message: place.key }, 'a message is given up')
  const to = delay === undefined ? undefined : clock() + delay
  await db.transact(putBack, { place, by: db.session, to, wasStopped })
}

const send = (deps: DeliverMessagesDeps, message: Message, signal: AbortSignal): Promise<Outcome> => {
  const { content, target } = message
  if (target === 'nostr') return sendByNostr(deps, message)
  // Codes are sent only by Nostr.
  if (content.kind === 'nostr-code') return Promise.resolve('done')
  return target === 'mail' ? mail(deps, { ...message, content }) : push(deps, { ...message, content }, signal)
}

/** A message without a code. */
type Written = Message & { readonly content: WrittenContent }

async function push(deps: DeliverMessagesDeps, message: Written, signal: AbortSignal): Promise<Outcome> {
  const { db, vault, outbound, pushKey, clock } = deps
  const found = await findSubscription(db, message.target, sessionLimits(clock))
  const reader = await findReader(db, message)
  if (found === undefined || reader === undefined) return 'done'
  const { endpoint, keys } = JSON.parse(vault.open(found.sealed)) as { endpoint: string; keys: PushKeys }
  const { title, text, path } = writeMessage(message.content, found.locale, reader.hidesAmounts)
  const answer = await outbound.request({
    method: 'POST',
    url: endpoint,
    headers: {
      authorization: pushKey.authorize(endpoint, unixSeconds(clock)),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(TTL_SECONDS),
      urgency: isForOperators(message) ? 'high' : 'normal',
    },
    body: encryptPush(JSON.stringify({ id: message.about, title, text, path }), keys),
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  if (answer.kind === 'blocked') return 'done'
  if (answer.kind === 'failed') return answer.reason === 'aborted' ? 'stopped' : 'failed'
  if (answer.status === 404 || answer.status === 410) await db.transact(dropSubscription, { id: message.target })
  return answer.status === 429 || answer.status >= 500 ? 'failed' : 'done'
}

/** Sends to the account's own address, if it is verified; the mail post drops others. */
async function mail({ db, sendMail, publicUrl }: DeliverMessagesDeps, message: Written): Promise<Outcome> {
  const reader = await findReader(db, message)
  if (sendMail === undefined || reader === undefined || reader.email === '') return 'done'
  const written: MessageText = writeMessage(message.content, reader.locale ?? 'en', reader.hidesAmounts)
  const sender = { userId: message.userId, reason: 'report', language: reader.locale ?? undefined } as const
  const text = `${written.text}\n\n${publicUrl}/app${written.path}`
  await sendMail({ to: reader.email, subject: written.title, text, sender })
  return 'done'
}

/** Sends to the verified key; a code, to the key that was named last. */
async function sendByNostr(deps: DeliverMessagesDeps, message: Message): Promise<Outcome> {
  const { db, nostr, publicUrl } = deps
  const { userId, content, createdAt } = message
  const [recipient, reader] = await Promise.all([findNostrRecipient(db, userId), findReader(db, message)])
  if (nostr === undefined || recipient === undefined || reader === undefined || !isFor(recipient, content))
    return 'done'
  const locale = reader.locale ?? 'en'
  const { title, text, path } =
    content.kind === 'nostr-code'
      ? writeCode(locale, deps.codes.codeFor(userId, nostrCodeOf(content.pubkey)))
      : writeMessage(content, locale, reader.hidesAmounts)
  const { pubkey, relays } = recipient
  const letter = { pubkey, relays, text: `${title}\n${text}\n\n${publicUrl}/app${path}`, createdAt }
  if (await nostr.send(letter)) return 'done'
  // The user may use other relays by now: look them up for the next attempt.
  await db.transact(setNostrRelays, { userId, pubkey, relays: await nostr.findRelays(pubkey, relays) })
  return 'failed'
}

const isFor = ({ pubkey, isVerified }: NostrRecipient, content: MessageContent): boolean =>
  content.kind === 'nostr-code' ? content.pubkey === pubkey : isVerified

/** The subject of a code: it cannot be a mail address. */
export const nostrCodeOf = (pubkey: string): string => `nostr:${pubkey}`

interface MessageReader {
  readonly email: string
  readonly locale: string | undefined
  readonly hidesAmounts: boolean
}

/** Undefined if the account is deleted or disabled, or has disabled such messages. */
const findReader = (db: Database, message: Message): Promise<MessageReader | undefined> =>
  db.first(
    `SELECT o.email, u.locale, u.hide_balance FROM users o LEFT JOIN user_preferences u ON u.user_id = o.id
     WHERE o.id = $1 AND o.disabled_at IS NULL AND ${wishOf(message)}`,
    [message.userId],
    (row: { email: string; locale: string | null; hide_balance: bigint | null }) => ({
      email: row.email,
      locale: row.locale ?? undefined,
      hidesAmounts: row.hide_balance === 1n,
    }),
  )

/** Condition on `o`, a user, and `u`, their preferences. The user has requested a code, so it is always wanted. */
function wishOf(message: Message): string {
  if (message.content.kind === 'nostr-code') return 'true'
  const wish = isForOperators(message) ? `u.notify_operator = 1 AND o.role = 'super-user'` : 'u.notify = 1'
  const way = { mail: ' AND u.notify_mail = 1', nostr: ' AND u.notify_nostr = 1' }[message.target] ?? ''
  return wish + way
}
