import { type DatedSent, readSentCursor } from '../../lists/sent-cursor.ts'
import type { SentPage } from '../../port/funding-source.ts'
import type { LdkPayment } from './ldk-payment.ts'
import type { LdkServerCalls } from './ldk-server-calls.ts'
import { readPayments } from './read-payments.ts'

export interface SentQuery {
  readonly cursor: string | undefined
  readonly limit: number
  readonly nowMs: number
}

/**
 * How far back the list is searched for payments that have failed again: a retried hash keeps its place in it. Few
 * invoices are valid longer.
 */
const MAX_RETRY_MS = 8 * 86_400_000

/**
 * Lists payments by the time at which they ended; a later attempt of a hash overwrites the earlier one. So a payment
 * that ends later comes after every earlier cursor, and pending ones need not be listed.
 */
export async function listSent(
  calls: Pick<LdkServerCalls, 'listPayments'>,
  { cursor, limit, nowMs }: SentQuery,
): Promise<SentPage> {
  const position = readSentCursor('ldk-server', cursor, nowMs)
  const payments = await readPayments(calls, position.fromMs - MAX_RETRY_MS)
  return position.page(
    payments.flatMap((payment) => toSent(payment) ?? []),
    limit,
  )
}

const STATUSES = { succeeded: 'settled', pending: 'in_flight', failed: 'failed' } as const

function toSent({ direction, status, paymentHash, amountMsat, feeMsat, updatedAt }: LdkPayment): DatedSent | undefined {
  if (direction === 'inbound') return undefined
  return {
    id: paymentHash,
    atMs: updatedAt * 1000,
    payment: { paymentHash, status: STATUSES[status], amountMsat, feeMsat, at: updatedAt, attemptId: undefined },
  }
}
