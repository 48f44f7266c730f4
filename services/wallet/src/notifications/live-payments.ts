import type { Log } from '@satchel/http/log'
import type { Database } from '../db/database.ts'
import { type Event, findLastEventId } from '../events/event-log.ts'
import { followEvents } from '../events/follow-events.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { isLive } from './live-message.ts'
import { createLiveSubscription, type LiveListener, type LiveSubscription } from './live-subscription.ts'
import { findLiveTopic, type LiveTopic } from './live-topic.ts'
import { listLiveEvents } from './payment-event-store.ts'

export interface LivePaymentsDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly log: Log
}

export interface LivePayments {
  /** The topic an id gives access to: a key of a wallet or a payment hash. Undefined for everything else. */
  findTopic(id: string): Promise<LiveTopic | undefined>
  /** The id of the newest event: a client that subscribes from it misses no later event. */
  position(): Promise<bigint>
  /** Sends the events after `after`, then new ones, each once, in order. */
  subscribe(topic: LiveTopic, after: bigint, listener: LiveListener): { close(): void }
  /** Resolves when everything committed before the call has been handed to the listeners. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

/** Rows delivered in one turn of the event loop; in between, sockets can send what they buffer. */
const ROWS_PER_TURN = 100

/** One follower per process notifies all its listeners, by topic. */
export async function openLivePayments({ db, vault, log }: LivePaymentsDeps): Promise<LivePayments> {
  const topics = new Map<string, Set<LiveSubscription>>()
  /** Number of topics that concern events of any wallet. */
  let wideTopics = 0

  const isWanted = ({ kind, walletId }: Event): boolean =>
    isLive(kind) && (wideTopics > 0 || topics.has(walletTopicId(walletId)))

  const publish = async (first: Event, last: Event): Promise<void> => {
    const rows = await listLiveEvents(db, first.id - 1n, last.id)
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await new Promise((resolve) => setImmediate(resolve))
      const { walletId, paymentHash, direction } = row.payment
      for (const subscription of topics.get(walletTopicId(walletId)) ?? []) subscription.tell(row)
      for (const userId of row.viewerIds)
        for (const subscription of topics.get(accountTopicId(userId)) ?? []) subscription.tell(row)
      if (direction !== 'in') continue
      for (const subscription of topics.get(hashTopicId(paymentHash)) ?? []) subscription.tell(row)
    }
  }
  const follower = await followEvents({
    db,
    log,
    what: 'publishing live payments',
    async handle(events) {
      const wanted = events.filter(isWanted)
      const [first, last] = [wanted[0], wanted.at(-1)]
      if (first !== undefined && last !== undefined) await publish(first, last)
    },
  })
  return {
    findTopic: (id) => findLiveTopic(db, vault, id),
    position: () => findLastEventId(db),
    subscribe(topic, after, listener) {
      const id = topicId(topic)
      const change = topic.kind === 'wallet' ? 0 : 1
      const subscription = createLiveSubscription({ db, log, topic, after, listener, onEnd: () => remove() })
      const remove = (): void => {
        const all = topics.get(id)
        if (all?.delete(subscription) !== true) return
        wideTopics -= change
        if (all.size === 0) topics.delete(id)
      }
      topics.set(id, (topics.get(id) ?? new Set()).add(subscription))
      wideTopics += change
      // Start the replay after registering: events that its first page lacks are forwarded from here on.
      subscription.replay()
      return subscription
    },
    caughtUp: () => follower.caughtUp(),
    stop: () => follower.stop(),
  }
}

const walletTopicId = (walletId: string): string => `wallet ${walletId}`
const hashTopicId = (paymentHash: string): string => `hash ${paymentHash}`
const accountTopicId = (userId: string): string => `account ${userId}`

function topicId(topic: LiveTopic): string {
  if (topic.kind === 'account') return accountTopicId(topic.userId)
  return topic.kind === 'wallet' ? walletTopicId(topic.walletId) : hashTopicId(topic.paymentHash)
}
