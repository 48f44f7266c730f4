import type { Log } from '@satchel/http/log'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/database.ts'
import type { Event } from '../events/event-log.ts'
import { type EventFollower, followEvents } from '../events/follow-events.ts'
import { toPaymentItem } from '../payments/answers/payment-json.ts'
import type { NewDelivery } from './delivery-store.ts'
import { isWebhookKind, listWebhookEvents, type PaymentEvent } from './payment-event-store.ts'
import { oweDeliveries } from './webhook-commands.ts'

export interface QueueWebhooksDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Called when new deliveries were queued. */
  readonly onQueued: () => void
}

/**
 * Without deliveries the cursor is stored after this many events: reading some again after a start costs less than more
 * commits.
 */
const CURSOR_EVERY_EVENTS = 1000

/**
 * Queues one delivery for every received payment, and every sent one that is final, that has a webhook. Continues where
 * the last process stopped: a crash right after a posting neither loses nor repeats one (rule A51).
 */
export async function queueWebhooks({ db, clock, log, onQueued }: QueueWebhooksDeps): Promise<EventFollower> {
  const after = await findWebhookCursor(db)
  let unremembered = 0

  const queue = async (events: readonly Event[]): Promise<void> => {
    const [first, last] = [events[0], events.at(-1)]
    if (first === undefined || last === undefined) return
    const isOne = events.some(({ kind }) => isWebhookKind(kind))
    const found = isOne ? await listWebhookEvents(db, first.id - 1n, last.id) : []
    unremembered += events.length
    if (found.length === 0 && unremembered < CURSOR_EVERY_EVENTS) return
    const now = clock()
    const deliveries = found.map((event) => toDelivery(event, now))
    await db.transact(oweDeliveries, { deliveries, cursor: last.id, now })
    unremembered = 0
    if (found.length > 0) onQueued()
  }
  return followEvents({ db, log, what: 'queuing webhooks', after, handle: queue })
}

const findWebhookCursor = async (db: Database): Promise<bigint> =>
  (await db.first(`SELECT value FROM cursors WHERE name = 'webhooks'`, [], (row: { value: string }) =>
    BigInt(row.value),
  )) ?? 0n

const toDelivery = ({ id, payment }: PaymentEvent, now: number): NewDelivery => {
  // Without the preimage: the receiver needs no proof of payment.
  const { payment_hash, checking_id, wallet_id, amount, fee, memo, status, time, extra, bolt11, failure } =
    toPaymentItem(payment, Math.floor(now / 1000))
  return {
    id: newId(),
    eventId: id,
    walletId: wallet_id,
    checkingId: checking_id,
    url: payment.webhook ?? '',
    body: JSON.stringify({
      payment_hash,
      payment_request: bolt11,
      checking_id,
      wallet_id,
      amount,
      fee,
      memo,
      status,
      time,
      extra,
      ...(failure !== null && { failure }),
    }),
  }
}
