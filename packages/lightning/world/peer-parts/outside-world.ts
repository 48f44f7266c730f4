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
  /**
   * `chosenMsat`: if the invoice has no amount. Resolves when the money has arrived or is held; rejects if our node
   * does not accept it.
   */
  payOurInvoice(bolt11: string, chosenMsat?: Msat): Promise<void>
  /** A held payment of this hash returns automatically. Absent if that cannot be caused. */
  expireHeld?(paymentHash: string): Promise<void>
}
