import { type Msat, msat } from '@satchel/money/units'
import type { Reader, SqlValue } from '../db/database.ts'
import { isOneOf } from '../db/is-one-of.ts'
import type { EventKind } from '../events/event-log.ts'
import type { Payment } from '../payments/states/payment.ts'
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from '../payments/states/payment-store.ts'

/** An event with the current state of its payment. */
export interface PaymentEvent {
  readonly id: bigint
  readonly kind: EventKind
  readonly payment: Payment
}

interface PaymentEventRow extends PaymentRow {
  readonly event_id: bigint
  readonly event_kind: EventKind
}

const COLUMNS = `e.id AS event_id, e.kind AS event_kind, ${PAYMENT_COLUMNS.replace(/\w+/g, 'p.$&')}`
const TABLES = 'events e JOIN payments p ON p.checking_id = e.checking_id'

const toPaymentEvent = (row: PaymentEventRow): PaymentEvent => ({
  id: row.event_id,
  kind: row.event_kind,
  payment: toPayment(row),
})

/** The events that call the webhook of a payment. A payment has at most one of them. */
const WEBHOOK_KINDS: readonly EventKind[] = ['payment-received', 'payment-sent', 'payment-failed']

export const isWebhookKind = (kind: EventKind): boolean => WEBHOOK_KINDS.includes(kind)

const listed = (kinds: readonly EventKind[]): string => kinds.map((kind) => `'${kind}'`).join(', ')

/** Payments that have a webhook, with the event that calls it, after `after` up to and with `last`. */
export const listWebhookEvents = (reader: Reader, after: bigint, last: bigint): Promise<PaymentEvent[]> =>
  reader.list(
    `SELECT ${COLUMNS} FROM ${TABLES}
     WHERE e.id > $1 AND e.id <= $2 AND e.kind IN (${listed(WEBHOOK_KINDS)}) AND p.webhook IS NOT NULL ORDER BY e.id`,
    [after, last],
    toPaymentEvent,
  )

/** The events that subscribers receive live. */
const LIVE_KINDS = [
  'payment-received',
  'payment-sent',
  'payment-failed',
  'payment-held',
  'invoice-cancelled',
] as const satisfies readonly EventKind[]

export type LiveKind = (typeof LIVE_KINDS)[number]

/** The data of a live message, and the current access to the wallet. */
export interface LiveEvent extends PaymentEvent {
  readonly kind: LiveKind
  /** The current balance, not that at the time of the event. */
  readonly balanceMsat: Msat
  /** Digests of the keys that may listen now, guests' included. */
  readonly keyDigests: readonly string[]
  /** The users who may see the wallet's payments now: its owner and guests. */
  readonly viewerIds: readonly string[]
}

interface LiveEventRow extends PaymentEventRow {
  readonly event_kind: LiveKind
  readonly available_msat: bigint
  readonly key_digests: string | null
  readonly owner_id: string | null
  readonly guest_ids: string | null
}

const MAY_VIEW = `s.status = 'accepted' AND s.permissions LIKE '%view-payments%'`

/** For share `s`. */
const OF_ENABLED_OWNER = `NOT EXISTS (SELECT 1 FROM wallets o JOIN users u ON u.id = o.user_id
  WHERE o.id = s.wallet_id AND u.disabled_at IS NOT NULL)`

/** Whether key `k` could subscribe now: a guest's key must have the right to view, and no account may be disabled. */
const OPENS = `(k.share_id = '' OR EXISTS (SELECT 1 FROM wallet_shares s WHERE s.id = k.share_id AND ${MAY_VIEW}
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = s.guest_id AND disabled_at IS NOT NULL)))
  AND NOT EXISTS (SELECT 1 FROM wallets o JOIN users u ON u.id = o.user_id WHERE o.id = k.wallet_id AND u.disabled_at IS NOT NULL)`

const LIVE = `SELECT ${COLUMNS}, b.available_msat,
    (SELECT string_agg(k.digest, ' ') FROM wallet_keys k WHERE k.wallet_id = e.wallet_id AND ${OPENS}) AS key_digests,
    (SELECT w.user_id FROM wallets w WHERE w.id = e.wallet_id AND w.closed_at IS NULL) AS owner_id,
    (SELECT string_agg(s.guest_id, ' ') FROM wallet_shares s WHERE s.wallet_id = e.wallet_id AND ${MAY_VIEW}
      AND ${OF_ENABLED_OWNER}) AS guest_ids
  FROM ${TABLES} JOIN balances b ON b.wallet_id = e.wallet_id
  WHERE e.kind IN (${listed(LIVE_KINDS)})`

const listLive = (reader: Reader, condition: string, params: readonly SqlValue[]): Promise<LiveEvent[]> =>
  reader.list(`${LIVE} AND ${condition}`, params, (row: LiveEventRow) => ({
    ...toPaymentEvent(row),
    kind: row.event_kind,
    balanceMsat: msat(row.available_msat),
    keyDigests: row.key_digests?.split(' ') ?? [],
    viewerIds: [row.owner_id ?? [], row.guest_ids?.split(' ') ?? []].flat(),
  }))

/** Events of all wallets, after `after` up to and with `last`, oldest first. */
export const listLiveEvents = (reader: Reader, after: bigint, last: bigint): Promise<LiveEvent[]> =>
  listLive(reader, 'e.id > $1 AND e.id <= $2 ORDER BY e.id', [after, last])

export const listLiveEventsOfWallet = (
  reader: Reader,
  walletId: string,
  after: bigint,
  limit: number,
): Promise<LiveEvent[]> =>
  listLive(reader, 'e.wallet_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3', [walletId, after, limit])

/** Events of every wallet that the user may see. */
export const listLiveEventsOfUser = (
  reader: Reader,
  userId: string,
  after: bigint,
  limit: number,
): Promise<LiveEvent[]> => {
  const wallets = `SELECT id FROM wallets WHERE user_id = $1 AND closed_at IS NULL
    UNION SELECT s.wallet_id FROM wallet_shares s WHERE s.guest_id = $1 AND ${MAY_VIEW} AND ${OF_ENABLED_OWNER}`
  const isTheirs = isOneOf(reader, 'e.wallet_id', wallets)
  return listLive(reader, `${isTheirs} AND e.id > $2 ORDER BY e.id LIMIT $3`, [userId, after, limit])
}

/**
 * How far back events of a hash are searched: they have no index by payment, and a client must not cause a read of a
 * wallet's whole past.
 */
const HASH_REACH = 20_000

/** Events of the incoming payment of a hash. */
export const listLiveEventsOfHash = (
  reader: Reader,
  paymentHash: string,
  after: bigint,
  limit: number,
): Promise<LiveEvent[]> =>
  listLive(
    reader,
    `p.payment_hash = $1 AND p.direction = 'in' AND e.wallet_id = p.wallet_id AND e.id > $2
     AND e.id > (SELECT MAX(id) FROM events) - ${HASH_REACH} ORDER BY e.id LIMIT $3`,
    [paymentHash, after, limit],
  )
