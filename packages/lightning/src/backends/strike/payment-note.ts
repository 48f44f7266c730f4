import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { paymentNoteName } from '../../paying/note-names.ts'
import type { OrderNotes } from '../../port/order-notes.ts'

/** The known facts of the last attempt to pay a hash, from before its quote is executed on. */
export const PaymentNote = Type.Object({
  attemptId: Type.String(),
  /** Missing where another program ordered the payment at the same account. */
  quoteId: Type.Optional(Type.String()),
  amountMsat: Type.Integer({ minimum: 0 }),
  /** Unix milliseconds; missing where Strike did not report it. */
  validUntilMs: Type.Optional(Type.Integer()),
  /** Missing until Strike has returned it. */
  paymentId: Type.Optional(Type.String()),
  /** Strike shows it once, with the execution. */
  preimage: Type.Optional(Type.String()),
})
export type PaymentNote = Static<typeof PaymentNote>

export interface PaymentNotes {
  find(paymentHash: string): Promise<PaymentNote | undefined>
  write(paymentHash: string, note: PaymentNote): Promise<void>
  forget(paymentHash: string): Promise<void>
}

export function openPaymentNotes(notes: OrderNotes): PaymentNotes {
  return {
    async find(paymentHash) {
      const text = await notes.find(paymentNoteName(paymentHash))
      if (text === undefined) return undefined
      const note: unknown = JSON.parse(text)
      if (!Value.Check(PaymentNote, note)) throw new Error('the note of a payment at Strike cannot be read')
      return note
    },
    write: (paymentHash, note) => notes.write(paymentNoteName(paymentHash), JSON.stringify(note)),
    forget: (paymentHash) => notes.forget(paymentNoteName(paymentHash)),
  }
}
