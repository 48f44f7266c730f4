import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'

/**
 * Whether this is an invoice of another node, on whose hash a hold invoice was made here. Its maker need not know the
 * preimage, so the invoice with the same hash may have another payee, and stays payable outside. Never for a hash whose
 * preimage the service keeps: such an invoice of another node is a copy (rule A41).
 */
export function isOfAnotherNode(
  { funding }: Pick<PaymentDeps, 'funding'>,
  hold: Pick<Payment, 'hold' | 'bolt11'>,
  bolt11: string,
): boolean {
  if (hold.hold !== 'theirs' || hold.bolt11 === bolt11) return false
  const payee = findPayee(bolt11)
  if (payee === undefined || payee === funding.identity()?.nodeKey) return false
  // The node that made the hold invoice may be the one before this one. The text is deleted with its account.
  return hold.bolt11 === '' || payee !== findPayee(hold.bolt11)
}

/** Undefined: the text carries no valid signature. */
function findPayee(bolt11: string): string | undefined {
  try {
    return readInvoice(bolt11).payee
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}
