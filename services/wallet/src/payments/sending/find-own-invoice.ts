import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findInvoice } from '../states/payment-store.ts'
import { isOfAnotherNode } from './is-of-another-node.ts'

/** The invoice of this service that this text is or copies: it is never sent to the node (rule A41). */
export async function findOwnInvoice(
  deps: Pick<PaymentDeps, 'db' | 'funding'>,
  { paymentHash, bolt11 }: { readonly paymentHash: string; readonly bolt11: string },
): Promise<Payment | undefined> {
  const ours = await findInvoice(deps.db, paymentHash)
  return ours === undefined || isOfAnotherNode(deps, ours, bolt11) ? undefined : ours
}
