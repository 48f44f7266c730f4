import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { OrderNotes } from '../../port/order-notes.ts'

/** An attempt that the wallet called failed and then knew nothing of. */
const ForgottenFailure = Type.Object({
  attemptId: Type.String(),
  reason: Type.String(),
  /** Unix seconds by the wallet's clock: after that its request cannot begin any more. */
  finalAt: Type.Integer(),
})
export type ForgottenFailure = Static<typeof ForgottenFailure>

/** The last one of each hash. */
export function openForgottenFailures(notes: OrderNotes) {
  const nameOf = (paymentHash: string): string => `failed:${paymentHash}`
  return {
    async find(paymentHash: string): Promise<ForgottenFailure | undefined> {
      const text = await notes.find(nameOf(paymentHash))
      const note: unknown = text === undefined ? undefined : JSON.parse(text)
      return Value.Check(ForgottenFailure, note) ? note : undefined
    },
    write: (paymentHash: string, note: ForgottenFailure): Promise<void> =>
      notes.write(nameOf(paymentHash), JSON.stringify(note)),
  }
}
