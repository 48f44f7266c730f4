import { msat } from '@satchel/money/units'
import { ANSWERED_PENDING, findClaimedKey, type IdempotencyClaim, stillUnderWay } from './idempotency.ts'
import { type Payment, statusOf } from './payment.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { findPayment } from './payment-store.ts'

/**
 * The payment that an earlier request with this key made, as it was when that was answered; undefined when there was
 * none. While the first request may still be waiting there is a conflict.
 */
export async function replaySend(
  { db, clock, policy }: PaymentDeps,
  claim: IdempotencyClaim | undefined,
): Promise<Payment | undefined> {
  if (claim === undefined) return undefined
  const claimed = await findClaimedKey(db, claim)
  if (claimed?.checkingId === undefined) return undefined
  const payment = await findPayment(db, claimed.checkingId)
  if (payment === undefined) throw stillUnderWay()
  if (claimed.answer === ANSWERED_PENDING) return { ...payment, state: 'dispatched', feeMsat: msat(0) }
  const waitsUntilMs = claimed.createdAt * 1000 + policy.payWaitMs + 1000
  if (statusOf(payment.state) === 'pending' && payment.direction === 'out' && clock() < waitsUntilMs) {
    throw stillUnderWay()
  }
  return payment
}
