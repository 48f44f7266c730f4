import { paymentNoteName } from '../../paying/note-names.ts'
import type { OrderElsewhere, OrderNote } from '../../port/order-elsewhere.ts'
import type { PaymentNote } from './payment-note.ts'

/** Without its id nothing at Strike can be asked: such a payment stays pending. */
export function noteElsewhere({ paymentHash, attemptId, amountMsat, orderId }: OrderElsewhere): OrderNote {
  const note: PaymentNote = {
    attemptId,
    amountMsat: Number(amountMsat),
    ...(orderId !== undefined && { paymentId: orderId }),
  }
  return { name: paymentNoteName(paymentHash), value: JSON.stringify(note) }
}
