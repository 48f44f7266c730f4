import type { Change, Reader } from '../db/database.ts'
import { insertRow } from '../db/many-rows.ts'
import type { LeasedQueue } from '../throttle/leased-queue.ts'

/** `refused`: the receiver answered 410, gone permanently. */
export type DeliveryState = 'waiting' | 'delivered' | 'given-up' | 'refused'

/** One webhook call, with all its attempts. */
export interface Delivery {
  readonly id: string
  readonly walletId: string
  readonly checkingId: string
  readonly url: string
  readonly body: string
  /** The wallet owner's headers, besides ours. */
  readonly headers: Readonly<Record<string, string>>
  readonly state: DeliveryState
  readonly attempts: number
  /** Unix milliseconds; undefined = no further attempt. During an attempt: the end of its lease. */
  readonly dueAt: number | undefined
  readonly lastStatus: number | undefined
  readonly lastError: string | undefined
  /** Unix seconds. */
  readonly createdAt: number
  readonly deliveredAt: number | undefined
  /** Direction and status of the payment; undefined for other webhooks. */
  readonly about: string | undefined
}

interface DeliveryRow {
  readonly id: string
  readonly wallet_id: string
  readonly checking_id: string
  readonly url: string
  readonly body: string
  readonly headers: string | null
  readonly state: DeliveryState
  readonly attempts: bigint
  readonly due_at: bigint | null
  readonly last_status: bigint | null
  readonly last_error: string | null
  readonly created_at: bigint
  readonly delivered_at: bigint | null
  readonly about: string | null
}

const SELECT = `SELECT id, wallet_id, checking_id, url, body, headers, state, attempts, due_at, last_status, last_error, created_at,
  delivered_at, (SELECT direction || ' ' || status FROM payments WHERE payments.checking_id = deliveries.checking_id) AS about
  FROM deliveries`

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  walletId: row.wallet_id,
  checkingId: row.checking_id,
  url: row.url,
  body: row.body,
  headers: row.headers === null ? {} : (JSON.parse(row.headers) as Record<string, string>),
  state: row.state,
  attempts: Number(row.attempts),
  dueAt: numberOrNot(row.due_at),
  lastStatus: numberOrNot(row.last_status),
  lastError: row.last_error ?? undefined,
  createdAt: Number(row.created_at),
  deliveredAt: numberOrNot(row.delivered_at),
  about: row.about ?? undefined,
})

const numberOrNot = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value))

/** The wallets of one owner share their turns. */
export const WEBHOOKS: LeasedQueue<Delivery> = {
  name: 'webhooks',
  table: 'deliveries',
  account: 'COALESCE((SELECT user_id FROM wallets WHERE wallets.id = deliveries.wallet_id), wallet_id)',
  destination: 'url',
  leaseMs: 25_000,
  toWork: toDelivery,
}

/** Newest first. */
export const listWalletDeliveries = (
  reader: Reader,
  walletId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Delivery[]> =>
  reader.list(
    `${SELECT} WHERE wallet_id = $1 ORDER BY seq DESC LIMIT $2 OFFSET $3`,
    [walletId, limit, offset],
    toDelivery,
  )

const ROWS_AT_ONCE = 500

/** The next rows in order of creation. */
export const findPortion = (
  reader: Reader,
  after: number,
): Promise<{ readonly last: number; readonly newestAt: number } | undefined> =>
  reader.first(
    `SELECT max(seq) AS last, max(created_at) AS newest_at FROM
       (SELECT seq, created_at FROM deliveries WHERE seq > $1 ORDER BY seq LIMIT ${ROWS_AT_ONCE}) AS portion`,
    [after],
    ({ last, newest_at }: { last: bigint | null; newest_at: bigint | null }) =>
      last === null ? undefined : { last: Number(last), newestAt: Number(newest_at) },
  )

export interface FinishedBefore {
  readonly after: number
  readonly last: number
  /** Unix seconds. */
  readonly before: number
  /** The longest time from the creation of a delivery until it is given up. */
  readonly scheduleSeconds: number
}

export const deleteFinished = ({ after, last, before, scheduleSeconds }: FinishedBefore): Change => ({
  sql: `DELETE FROM deliveries WHERE seq > $1 AND seq <= $2 AND due_at IS NULL
          AND COALESCE(delivered_at, created_at + $4) < $3`,
  params: [after, last, before, scheduleSeconds],
})

export interface NewDelivery {
  readonly id: string
  readonly eventId: bigint
  readonly walletId: string
  readonly checkingId: string
  readonly url: string
  readonly body: string
}

const INSERT = insertRow(
  'deliveries',
  {
    id: 'text',
    event_id: 'bigint',
    wallet_id: 'text',
    checking_id: 'text',
    url: 'text',
    body: 'text',
    state: 'text',
    created_at: 'bigint',
    due_at: 'bigint',
  },
  'ON CONFLICT (event_id) DO NOTHING',
)

/** Does nothing if the event has a delivery. `now`: Unix milliseconds. */
export const insertDelivery = ({ id, eventId, walletId, checkingId, url, body }: NewDelivery, now: number): Change => ({
  ...INSERT,
  params: [id, eventId, walletId, checkingId, url, body, 'waiting', Math.floor(now / 1000), now],
})
