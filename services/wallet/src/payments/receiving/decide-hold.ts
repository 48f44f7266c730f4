import { hash } from 'node:crypto'
import { badRequest, type ServiceError } from '@satchel/http/service-error'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { abortInternal, settleInternal } from '../sending/internal-commands.ts'
import { findPair, finishInside } from '../sending/pay-inside.ts'
import { findClaimedKey, type IdempotencyClaim } from '../states/idempotency.ts'
import { nodeLog } from '../states/node-log.ts'
import type { Invoice, Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findPayment } from '../states/payment-store.ts'
import { awaitClaim, decideHold, endHold } from './hold-commands.ts'
import { creditReceipt } from './invoice-commands.ts'

/**
 * `pending`: the decision is committed and will be carried out, but the node has not confirmed it within `payWaitMs`.
 */
export type DecisionOutcome = 'done' | 'pending'

const AGAIN_AFTER_MS = 5000

/**
 * Settles a held payment. `preimage` is needed for hold invoices made with the caller's own hash. Repeating a
 * settlement is the same answer; after a cancellation it is rejected (rule S534).
 */
export async function settleHold(
  deps: PaymentDeps,
  payment: Payment,
  preimage: string | undefined,
  claim?: IdempotencyClaim,
): Promise<DecisionOutcome> {
  requireHold(payment)
  await requireOwnKey(deps, claim)
  const secret = preimage ?? payment.preimage
  if (payment.state === 'success') return 'done'
  if (secret === undefined)
    throw badRequest('This hold invoice was made with your payment hash: give its preimage.', {
      code: 'preimage_missing',
    })
  if (hash('sha256', Buffer.from(secret, 'hex'), 'hex') !== payment.paymentHash) {
    throw badRequest('The preimage does not belong to this invoice.', { code: 'preimage_wrong' })
  }
  return decide(deps, payment, 'settling', secret, claim)
}

/** Gives a held payment back, or closes an unpaid hold invoice. Repeating it is the same answer. */
export async function cancelHold(
  deps: PaymentDeps,
  payment: Payment,
  claim?: IdempotencyClaim,
): Promise<DecisionOutcome> {
  requireHold(payment)
  await requireOwnKey(deps, claim)
  if (payment.state === 'failed') return 'done'
  return decide(deps, payment, 'cancelling', undefined, claim)
}

/** Stores the decision, unless another request has decided before, and carries it out. */
async function decide(
  deps: PaymentDeps,
  payment: Payment,
  decision: 'settling' | 'cancelling',
  preimage: string | undefined,
  claim: IdempotencyClaim | undefined,
): Promise<DecisionOutcome> {
  const wanted = decision === 'settling' ? 'success' : 'failed'
  if (payment.state !== decision) {
    const decided = await deps.db.transact(decideHold, {
      checkingId: payment.checkingId,
      decision,
      preimage: preimage ?? null,
      claim,
      dueAt: deps.clock() + AGAIN_AFTER_MS,
    })
    if (!decided) return afterARace(deps, payment, wanted, () => decide(deps, payment, decision, preimage, claim))
  }
  await carryOut(deps, payment)
  return outcomeOf(await findPayment(deps.db, payment.checkingId), wanted)
}

/** Carries out the stored decision, never the opposite one. To be repeated until it succeeds (rule K9). */
export async function carryOutHold(deps: PaymentDeps, { checkingId }: Pick<Payment, 'checkingId'>): Promise<void> {
  // Read again: payer and received amount may have become known between the caller's read and the decision.
  const payment = await findPayment(deps.db, checkingId)
  if (payment?.state !== 'settling' && payment?.state !== 'cancelling') return
  const at = unixSeconds(deps.clock)
  const pair = await findPair(deps, payment)
  const settling = payment.state === 'settling'
  if (pair !== undefined) {
    if (settling) {
      const preimage = payment.preimage ?? null
      // The node may not have closed the invoice when it was paid internally, and may hold an outside payment, too.
      await deps.db.transact(settleInternal, { ...pair, preimage, at, closeOwedUntil: deps.clock() })
    } else await deps.db.transact(abortInternal, { ...pair, at, reason: CANCELLED, invoiceBecomes: 'failed' })
    return
  }
  if (settling) await settleOutside(deps, payment, at)
  else await cancelOutside(deps, payment, at)
}

async function settleOutside(deps: PaymentDeps, payment: Invoice, at: number): Promise<void> {
  const node = deps.funding.of(payment.sourceId)
  // A node that calls it settled already does not need the preimage again.
  const claim = await node.holdClaim?.(payment.paymentHash)
  if (typeof claim === 'object') {
    return deps.db.transact(awaitClaim, { payment, ...claim, at, dueAt: deps.clock() + AGAIN_AFTER_MS })
  }
  const outcome = claim ?? (await node.settleHold(payment.preimage ?? ''))
  if (outcome === 'settled' || outcome === 'taken') {
    const amountMsat = payment.receivedMsat ?? payment.amountMsat
    const receipt = { receiptId: '', paymentHash: payment.paymentHash, kind: 'settled', amountMsat } as const
    await deps.db.transact(creditReceipt, { receipt, at, isProven: true })
    return
  }
  const reason = 'The payment had gone back to its payer before it was settled.'
  await deps.db.transact(endHold, { payment, reason, at, alarm: true })
}

async function cancelOutside(deps: PaymentDeps, payment: Invoice, at: number): Promise<void> {
  const outcome = await deps.funding.of(payment.sourceId).cancelHold(payment.paymentHash)
  // Settled at the node nevertheless: the wallet gets the money as soon as the node has it.
  if (outcome === 'settled') return isSettledElsewhere(deps, payment) ? undefined : settleOutside(deps, payment, at)
  await deps.db.transact(endHold, { payment, reason: payment.failure ?? CANCELLED, at, alarm: false })
}

/** At the node itself, which cannot be asked for the money: its receipt credits the wallet. */
const isSettledElsewhere = ({ funding }: PaymentDeps, { preimage, sourceId }: Invoice): boolean =>
  preimage === undefined && funding.of(sourceId).holdClaim === undefined

const CANCELLED = 'The invoice was cancelled.'

async function carryOut(deps: PaymentDeps, payment: Payment): Promise<void> {
  try {
    await within(deps.policy.payWaitMs, carryOutHold(deps, payment))
  } catch (error) {
    nodeLog(deps).warn({ payment: payment.checkingId, err: error }, 'the node did not answer; it is polled again later')
  }
}

/**
 * Handles a decision that another request made first: an equal one counts as ours. Continues an internal payment that
 * has just claimed the invoice, like the process that began it; then `again` repeats our decision.
 */
async function afterARace(
  deps: PaymentDeps,
  payment: Payment,
  wanted: 'success' | 'failed',
  again: () => Promise<DecisionOutcome>,
): Promise<DecisionOutcome> {
  const now = await findPayment(deps.db, payment.checkingId)
  const pair = now?.state === 'closing' ? await findPair(deps, now) : undefined
  if (now !== undefined && pair !== undefined) {
    await finishInside(deps, now, pair.outgoing)
    return again()
  }
  // The same decision; the other caller may still be carrying it out.
  if (now?.state === (wanted === 'success' ? 'settling' : 'cancelling')) await carryOut(deps, now)
  return outcomeOf(await findPayment(deps.db, payment.checkingId), wanted)
}

/** The committed outcome: `done` only when the row is in its final state. */
function outcomeOf(now: Payment | undefined, wanted: 'success' | 'failed'): DecisionOutcome {
  const pending = wanted === 'success' ? 'settling' : 'cancelling'
  if (now?.state === wanted) return 'done'
  if (now?.state === pending) return 'pending'
  throw wanted === 'success' ? notSettleable(now?.state) : notCancellable(now?.state)
}

const notSettleable = (state: Payment['state'] | undefined): ServiceError =>
  state === 'open'
    ? badRequest('The invoice has not been paid yet: there is nothing to settle.', { code: 'invoice_not_paid' })
    : badRequest('The payment was cancelled, has expired or went back to its payer.', { code: 'payment_over' })

const notCancellable = (state: Payment['state'] | undefined): ServiceError =>
  state === 'success' || state === 'settling'
    ? badRequest('The payment was settled.', { code: 'payment_settled' })
    : badRequest('The invoice cannot be cancelled any more.', { code: 'payment_over' })

/** Rejects a key that was used with another request. */
async function requireOwnKey({ db }: PaymentDeps, claim: IdempotencyClaim | undefined): Promise<void> {
  if (claim !== undefined) await findClaimedKey(db, claim)
}

function requireHold(payment: Payment): void {
  if (payment.direction !== 'in' || payment.hold === '')
    throw badRequest('This is not a hold invoice.', { code: 'not_a_hold_invoice' })
}
