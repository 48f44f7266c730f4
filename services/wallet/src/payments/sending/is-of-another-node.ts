import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'

/**
 * Whether this is another node's invoice with the hash of a hold invoice made here. The maker of a hold invoice need
 * not know the preimage, so both invoices may be genuine, and the other one stays payable. False for a hash whose
 * preimage the service keeps: then the other invoice is a copy (rule A41).
 */
export function isOfAnotherNode(
  { funding }: Pick<PaymentDeps, 'funding'>,
  hold: Pick<Payment, 'hold' | 'bolt11'>,
  bolt11: string,
): boolean {
  if (hold.hold !== 'theirs' || hold.bolt11 === bolt11) return false
  const payee = findPayee(bolt11)
  if (payee === undefined || payee === funding.identity()?.nodeKey) return false
  // Compare with the hold invoice's payee: the former node may have made it. The text is deleted with its account.
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
