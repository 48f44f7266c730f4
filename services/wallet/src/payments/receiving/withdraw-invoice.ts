import { badRequest } from '@satchel/http/service-error'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { defineCommand } from '../../db/database.ts'
import { appendEvent } from '../../events/event-log.ts'
import { findClaimedKey, type IdempotencyClaim } from '../states/idempotency.ts'
import { moveInvoiceWith } from '../states/move-payment.ts'
import type { Invoice } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findPayment } from '../states/payment-store.ts'
import { countFinished } from '../states/payment-tallies.ts'

/** `open`: no wallet of this service can pay it any more; the node may still take a payment, which is then credited. */
export type Withdrawal = 'closed' | 'open'

/**
 * Withdraws an ordinary unpaid invoice: first in the books, so that no wallet of this service can pay it, then at the
 * node. A payment that still arrives is credited like a late one. Idempotent.
 */
export async function withdrawInvoice(
  deps: PaymentDeps,
  invoice: Invoice,
  claim?: IdempotencyClaim,
): Promise<Withdrawal> {
  // Rejects a key that was used with another request.
  if (claim !== undefined) await findClaimedKey(deps.db, claim)
  const { checkingId, paymentHash, sourceId } = invoice
  const withdrawn = await deps.db.transact(withdrawUnpaid, { checkingId, at: unixSeconds(deps.clock) })
  if (!withdrawn) await requireWithdrawn(deps, checkingId)
  try {
    const answer = await within(deps.policy.payWaitMs, deps.funding.of(sourceId).closeInvoice(paymentHash))
    return answer === 'closed' ? 'closed' : 'open'
  } catch {
    // The node may not have closed it: a payment that arrives is credited.
    return 'open'
  }
}

const WITHDRAWN = 'The invoice was withdrawn.'

export const withdrawUnpaid = defineCommand({
  name: 'withdraw-unpaid',
  run: async (tx, { checkingId, at }: { checkingId: string; at: number }): Promise<boolean> => {
    const invoice = await findPayment(tx, checkingId)
    if (invoice?.direction !== 'in' || invoice.state !== 'open') return false
    const set = { failure: WITHDRAWN, finishedAt: at, dueAt: null }
    return moveInvoiceWith(tx, 'withdraw', { checkingId, seen: 'open', set }, [
      countFinished(invoice, 'failed'),
      appendEvent(at, { kind: 'invoice-cancelled', walletId: invoice.walletId, checkingId }),
    ])
  },
})

async function requireWithdrawn({ db }: PaymentDeps, checkingId: string): Promise<void> {
  const now = await findPayment(db, checkingId)
  if (now?.state === 'failed' && now.failure === WITHDRAWN) return
  if (now?.state === 'success')
    throw badRequest('The invoice has been paid: it cannot be withdrawn.', { code: 'invoice_paid' })
  if (now?.state === 'closing')
    throw badRequest('The invoice is being paid: it cannot be withdrawn.', { code: 'invoice_paid_or_pending' })
  throw badRequest('The invoice cannot be cancelled any more.', { code: 'payment_over' })
}
