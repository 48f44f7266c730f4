import { msat } from '@satchel/money/units'
import { ANSWERED_PENDING, findClaimedKey, type IdempotencyClaim, stillInProgress } from '../states/idempotency.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { statusOf } from '../states/payment-states.ts'
import { findPayment } from '../states/payment-store.ts'

/**
 * The payment of an earlier request with this key, in the state that was answered; undefined if there was none. Throws
 * 409 while the first request may still be running.
 */
export async function replaySend(
  { db, clock, policy }: PaymentDeps,
  claim: IdempotencyClaim | undefined,
): Promise<Payment | undefined> {
  if (claim === undefined) return undefined
  const claimed = await findClaimedKey(db, claim)
  if (claimed?.checkingId === undefined) return undefined
  const payment = await findPayment(db, claimed.checkingId)
  if (payment === undefined) throw stillInProgress()
  if (claimed.answer === ANSWERED_PENDING && payment.direction === 'out') {
    return { ...payment, state: 'dispatched', feeMsat: msat(0) }
  }
  const waitsUntilMs = claimed.createdAt * 1000 + policy.payWaitMs + 1000
  if (statusOf(payment.state) === 'pending' && payment.direction === 'out' && clock() < waitsUntilMs) {
    throw stillInProgress()
  }
  return payment
}
