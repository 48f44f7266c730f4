import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { closeIsDone } from '../sending/internal-commands.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { creditReceipt } from './invoice-commands.ts'

const NODE_MS = 3000

/**
 * Closes an invoice at the node that was paid or ended internally; a held outside payment is returned. False: the node
 * must be called again.
 */
export async function closeAgain(deps: PaymentDeps, payment: Payment): Promise<boolean> {
  const { checkingId, paymentHash, hold, sourceId } = payment
  const node = deps.funding.of(sourceId)
  const closed = await within(NODE_MS, hold === '' ? node.closeInvoice(paymentHash) : node.cancelHold(paymentHash))
  if (closed === undefined || closed === 'refused') return false
  // `paid` needs no retry: the receipt is booked as surplus.
  if (closed === 'settled' && !(await isClaimBooked(deps, payment))) return false
  await deps.db.transact(closeIsDone, { checkingId })
  return true
}

/** Books the receipt of a settled hold that has ended in the books, once the node has it. False: not yet. */
async function isClaimBooked(
  { db, clock, funding }: PaymentDeps,
  { sourceId, paymentHash }: Payment,
): Promise<boolean> {
  const node = funding.of(sourceId)
  // Its receipt counts immediately.
  if (node.holdClaim === undefined) return true
  const claim = await within(NODE_MS, node.holdClaim(paymentHash))
  if (claim === 'lost') return true
  const status = claim === 'taken' ? await within(NODE_MS, node.incomingStatus(paymentHash)) : undefined
  if (status?.status !== 'settled') return false
  const receipt = { receiptId: '', paymentHash, kind: 'settled', amountMsat: status.amountMsat } as const
  return (await db.transact(creditReceipt, { receipt, at: unixSeconds(clock), isProven: true })) !== 'later'
}
