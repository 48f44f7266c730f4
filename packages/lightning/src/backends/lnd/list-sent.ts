import { msat } from '@satchel/money/units'
import type { SentPage, SentPayment } from '../../port/funding-source.ts'
import type { LndCalls } from './lnd-calls.ts'
import { readPaymentIndex } from './to-outcome.ts'

/**
 * LND gives a payment its index before it writes it down (`InitPayment` of its payment store), so of two that begin at
 * once the later index may be listed first. This many indexes below the newest are requested again while they are
 * missing.
 */
const MAX_LATE = 64

/**
 * Every payment that LND began after the cursor, in the order of its indexes, each attempt once: an attempt for a hash
 * that LND knows gives its record a new index, under which it is listed again. LND keeps no id of ours.
 */
export async function listSent(calls: LndCalls, cursor: string | undefined, limit: number): Promise<SentPage> {
  if (cursor === undefined) {
    const [newest] = await list(calls, 'reversed=true&max_payments=1')
    return { payments: [], cursor: writeCursor({ last: newest?.index ?? 0, missing: [] }) }
  }
  const from = readCursor(cursor)
  const first = Math.min(from.last, ...from.missing.map((index) => index - 1))
  const listed = await list(calls, `index_offset=${first}&max_payments=${limit + from.last - first}`)
  const isNew = ({ index }: Listed): boolean => index > from.last || from.missing.includes(index)
  const found = listed.filter(isNew).slice(0, limit)
  return { payments: found.map(({ payment }) => payment), cursor: writeCursor(advance(from, found)) }
}

interface Listed {
  readonly index: number
  readonly payment: SentPayment
}

interface SentCursor {
  readonly last: number
  /** Indexes below it that were not listed. */
  readonly missing: readonly number[]
}

function advance(from: SentCursor, found: readonly Listed[]): SentCursor {
  const last = Math.max(from.last, ...found.map(({ index }) => index))
  const seen = new Set(found.map(({ index }) => index))
  const candidates = [...from.missing, ...range(Math.max(from.last, last - MAX_LATE), last)]
  return { last, missing: candidates.filter((index) => index > last - MAX_LATE && !seen.has(index)) }
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

const writeCursor = ({ last, missing }: SentCursor): string => [last, ...missing].join(',')

function readCursor(cursor: string): SentCursor {
  if (!/^\d+(,\d+)*$/.test(cursor)) throw new Error('a cursor of another node')
  const [last = 0, ...missing] = cursor.split(',').map(Number)
  return { last, missing }
}
