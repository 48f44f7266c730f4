import type { Log } from '@satchel/http/log'
import type { Database } from '../db/database.ts'
import { toHashMessage, toWalletMessage } from './live-message.ts'
import type { LiveTopic } from './live-topic.ts'
import {
  type LiveEvent,
  listLiveEventsOfHash,
  listLiveEventsOfUser,
  listLiveEventsOfWallet,
} from './payment-event-store.ts'

/** One client's side. */
export interface LiveListener {
  send(message: string): void
  /** Resolves when all sent messages are written; false = they never will be. */
  flushed(): Promise<boolean>
  /** The subscription has ended. */
  lost(why: LostBecause): void
}

/** `too-far-behind`: more was missed than one replay sends; the sent events are complete. Resume from its last id. */
export type LostBecause = 'key-revoked' | 'too-far-behind' | 'failed'

export interface LiveSubscription {
  tell(event: LiveEvent): void
  /** Sends the events since `after`, then lets `tell` send. */
  replay(): void
  close(): void
}

export interface LiveSubscriptionOptions {
  readonly db: Database
  readonly log: Log
  readonly topic: LiveTopic
  readonly after: bigint
  readonly listener: LiveListener
  readonly onEnd: () => void
}

const PAGE = 50
const MAX_REPLAYED = 1000

export function createLiveSubscription(options: LiveSubscriptionOptions): LiveSubscription {
  const { topic, listener } = options
  let last = options.after
  let live = false
  let missed = false
  let ended = false

  const end = (why?: LostBecause): void => {
    if (ended) return
    ended = true
    options.onEnd()
    if (why !== undefined) listener.lost(why)
  }
  /** Checks with each event that the key, which is the capability, has not been revoked (rule D10). */
  const send = (event: LiveEvent): void => {
    if (ended || event.id <= last) return
    if (topic.kind === 'wallet' && !event.keyDigests.includes(topic.keyDigest)) return end('key-revoked')
    last = event.id
    listener.send(messageOf(topic, event))
  }
  const nextPage = (): Promise<LiveEvent[]> => {
    if (topic.kind === 'account') return listLiveEventsOfUser(options.db, topic.userId, last, PAGE)
    return topic.kind === 'wallet'
      ? listLiveEventsOfWallet(options.db, topic.walletId, last, PAGE)
      : listLiveEventsOfHash(options.db, topic.paymentHash, last, PAGE)
  }

  /** A page may lack an event that is announced while it is read: then read one more page before going live. */
  const replay = async (): Promise<void> => {
    for (let replayed = 0; !ended; ) {
      missed = false
      const page = await nextPage()
      page.forEach(send)
      replayed += page.length
      if (page.length < PAGE && !missed) {
        live = true
        return
      }
      if (replayed > MAX_REPLAYED) return end('too-far-behind')
      if (!(await listener.flushed())) return end()
    }
  }
  return {
    tell(event) {
      if (live) send(event)
      else missed = true
    },
    replay() {
      replay().catch((error: unknown) => {
        options.log.error({ error: String(error) }, 'missed payments could not be read')
        end('failed')
      })
    },
    close: () => end(),
  }
}

// All listeners of a topic get the same text: build it once per event.
const walletMessages = new WeakMap<LiveEvent, string>()
const hashMessages = new WeakMap<LiveEvent, string>()

function messageOf(topic: LiveTopic, event: LiveEvent): string {
  const [made, make] = topic.kind === 'hash' ? [hashMessages, toHashMessage] : [walletMessages, toWalletMessage]
  const message = made.get(event) ?? make(event)
  made.set(event, message)
  return message
}
