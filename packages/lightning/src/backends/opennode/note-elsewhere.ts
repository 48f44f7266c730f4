import { chargeNoteName, paymentNoteName } from '../../paying/note-names.ts'
import type { OrderElsewhere, OrderNote } from '../../port/order-elsewhere.ts'
import type { PaymentNote } from './pay-once.ts'

/** Without its id the withdrawal is searched by its invoice: it has no id of ours. */
export function noteElsewhere({ paymentHash, attemptId, orderId }: OrderElsewhere): OrderNote {
  const note: PaymentNote = { attemptId, earlier: [], ...(orderId !== undefined && { withdrawalId: orderId }) }
  return { name: paymentNoteName(paymentHash), value: JSON.stringify(note) }
}

/** An invoice that another program made with the same account: `id` is its charge. */
export const noteChargeElsewhere = (paymentHash: string, id: string): OrderNote => ({
  name: chargeNoteName(paymentHash),
  value: id,
})
