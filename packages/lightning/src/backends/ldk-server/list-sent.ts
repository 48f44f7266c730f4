import type { SentPage } from '../../port/funding-source.ts'
import { type DatedSent, readSentCursor } from '../../lists/sent-cursor.ts'
import type { LdkPayment } from './ldk-payment.ts'
import type { LdkServerCalls } from './ldk-server-calls.ts'
import { readPayments } from './read-payments.ts'

export interface SentQuery {
  readonly cursor: string | undefined
  readonly limit: number
  readonly nowMs: number
}

/**
 * A hash keeps its place in the list, however often it is tried again: so far back what has failed is looked for among
 * what has changed since. Few invoices last longer.
 */
const LONGEST_RETRY_MS = 8 * 86_400_000

/**
 * LDK Server lists a payment when it has ended, and writes a later attempt of the same hash over it. Ordered by the time
 * of their ends, all come after every earlier cursor, so a pending one need not be listed.
 */
export async function listSent(
  calls: Pick<LdkServerCalls, 'listPayments'>,
  { cursor, limit, nowMs }: SentQuery,
): Promise<SentPage> {
  const position = readSentCursor('ldk-server', cursor, nowMs)
  const payments = await readPayments(calls, position.fromMs - LONGEST_RETRY_MS)
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
