import type { OrderElsewhere, OrderNote } from './port/order-elsewhere.ts'
import { noteChargeElsewhere, noteElsewhere as noteAtOpenNode } from './backends/opennode/note-elsewhere.ts'
import { noteElsewhere as noteAtStrike } from './backends/strike/note-elsewhere.ts'
import type { SourceKind } from './read-funding.ts'

/**
 * The note by which a payment is followed that another program ordered at the same account. Undefined: this backend
 * finds payments by their hash, whichever program ordered them.
 */
export function notePaymentElsewhere(kind: SourceKind, order: OrderElsewhere): OrderNote | undefined {
  if (kind === 'opennode') return noteAtOpenNode(order)
  return kind === 'strike' ? noteAtStrike(order) : undefined
}

/** The same of an unpaid invoice. */
export const noteInvoiceElsewhere = (kind: SourceKind, paymentHash: string, id: string): OrderNote | undefined =>
  kind === 'opennode' ? noteChargeElsewhere(paymentHash, id) : undefined
