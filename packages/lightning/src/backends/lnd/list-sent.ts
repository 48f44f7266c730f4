import { msat } from '@satchel/money/units'
import type { SentPage, SentPayment } from '../../port/funding-source.ts'
import type { LndCalls } from './lnd-calls.ts'
import { readPaymentIndex } from './to-outcome.ts'

/**
 * LND gives a payment its index before it stores it (`InitPayment` of its payment store), so of two concurrent ones the
 * later index may be listed first. This many indexes below the newest are requested again while they are missing.
 */
const MAX_LATE = 64

/**
 * Every payment that LND began after the cursor, in the order of its indexes, each attempt once: an attempt for a known
 * hash gives its record a new index, under which it is listed again. LND stores no id of ours.
 *
 * With its payments in SQL, LND gives the number of a newest payment that is retried to the new record, and its
 * migration from the older database numbers all payments from 1 on. So the newest record is compared with the one that
 * was read, and a list that ends below it is read from its beginning.
 */
export async function listSent(calls: LndCalls, cursor: string | undefined, limit: number): Promise<SentPage> {
  if (cursor === undefined) {
    const newest = await findNewest(calls)
    const position = { last: newest?.index ?? 0, begunNs: newest?.begunNs, missing: [] }
    return { payments: [], cursor: writeCursor(position) }
  }
  const from = readCursor(cursor)
  const first = Math.max(0, Math.min(from.last, ...from.missing) - 1)
  const listed = await list(calls, `index_offset=${first}&max_payments=${limit + from.last - first}`)
  if (from.last > 0 && listed.every(({ index }) => index < from.last)) {
    const newest = await findNewest(calls)
    if (newest !== undefined && newest.index < from.last) return listSent(calls, writeCursor(BEGINNING), limit)
  }
  const isReused = ({ index, begunNs }: Listed): boolean =>
    index === from.last && from.begunNs !== undefined && begunNs !== from.begunNs
  const isNew = (one: Listed): boolean => one.index > from.last || from.missing.includes(one.index) || isReused(one)
  const found = listed.filter(isNew).slice(0, limit)
  return { payments: found.map(({ payment }) => payment), cursor: writeCursor(advance(from, found)) }
}

async function findNewest(calls: LndCalls): Promise<Listed | undefined> {
  const [newest] = await list(calls, 'reversed=true&max_payments=1')
  return newest
}

interface Listed {
  readonly index: number
  /** When LND began it: another record with the same index has another time. */
  readonly begunNs: string
  readonly payment: SentPayment
}

interface SentCursor {
  readonly last: number
  /** Start of the record with that index; undefined = not stored yet. */
  readonly begunNs: string | undefined
  /** Indexes below it that were not listed. */
  readonly missing: readonly number[]
}

const BEGINNING: SentCursor = { last: 0, begunNs: undefined, missing: [] }

function advance(from: SentCursor, found: readonly Listed[]): SentCursor {
  const last = Math.max(from.last, ...found.map(({ index }) => index))
  const seen = new Set(found.map(({ index }) => index))
  const candidates = [...from.missing, ...range(Math.max(from.last, last - MAX_LATE), last)]
  const newest = found.find(({ index }) => index === last)
  return {
    last,
    begunNs: newest === undefined ? from.begunNs : newest.begunNs,
    missing: candidates.filter((index) => index > last - MAX_LATE && !seen.has(index)),
  }
}

/** All above `after`, up to `last`. */
const range = (after: number, last: number): number[] =>
  Array.from({ length: last - after }, (_, count) => after + 1 + count)

async function list(calls: LndCalls, query: string): Promise<Listed[]> {
  const { payments } = await calls.require('GET', `/v1/payments?include_incomplete=true&${query}`)
  if (!Array.isArray(payments)) throw new Error('LND answers with an unreadable list of payments')
  return payments.map(readListed)
}

const STATUSES: ReadonlyMap<unknown, SentPayment['status']> = new Map([
  ['SUCCEEDED', 'settled'],
  ['FAILED', 'failed'],
] as const)

function readListed(fields: Readonly<Record<string, unknown>>): Listed {
  const paymentHash = String(fields['payment_hash'])
  if (!/^[0-9a-f]{64}$/.test(paymentHash)) throw new Error('LND lists a payment without a hash')
  const begunNs = fields['creation_time_ns']
  return {
    index: Number(readPaymentIndex(fields, paymentHash)),
    begunNs: String(amountOf(begunNs)),
    payment: {
      paymentHash,
      status: STATUSES.get(fields['status']) ?? 'in_flight',
      amountMsat: msat(amountOf(fields['value_msat'])),
      feeMsat: msat(amountOf(fields['fee_msat'])),
      at: Number(amountOf(begunNs) / 1_000_000_000n),
      attemptId: undefined,
    },
  }
}

function amountOf(value: unknown): bigint {
  if (!/^\d{1,19}$/.test(String(value))) throw new Error('LND lists a payment with a number that cannot be read')
  return BigInt(String(value))
}

const writeCursor = ({ last, begunNs, missing }: SentCursor): string =>
  `${[last, ...missing].join(',')}${begunNs === undefined ? '' : `@${begunNs}`}`

function readCursor(cursor: string): SentCursor {
  if (!/^\d+(,\d+)*(@\d+)?$/.test(cursor)) throw new Error('a cursor of another node')
  const [indexes = '', begunNs] = cursor.split('@')
  const [last = 0, ...missing] = indexes.split(',').map(Number)
  return { last, begunNs, missing }
}
