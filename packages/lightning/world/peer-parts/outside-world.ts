import type { Msat } from '@satchel/money/units'
import type { CreatedInvoice } from '../../src/port/funding-source.ts'

/** The rest of the Lightning network, as far as a contract needs it: our payers and our payees. */
export interface OutsideWorld {
  /** A foreign invoice that our node can pay. */
  makeInvoice(amountMsat: Msat | undefined): Promise<CreatedInvoice>
  /** Our node's next payment of this hash costs exactly this fee. */
  setFee(paymentHash: string, feeMsat: Msat): Promise<void>
  /** The payee rejects our node's next payment of this hash. */
  refusePayment(paymentHash: string): Promise<void>
  /** `chosenMsat`: where the invoice names no amount. Comes back when the money has arrived or is held; rejects when our node does not take it. */
  payOurInvoice(bolt11: string, chosenMsat?: Msat): Promise<void>
  /** What was held for this hash goes back by itself. Absent where it cannot be brought about. */
  expireHeld?(paymentHash: string): Promise<void>
}
