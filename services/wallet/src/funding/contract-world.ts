import type { Msat } from '@satchel/money/units'
import type { CreatedInvoice, FundingSource } from './funding-source.ts'

/** A source and the network around it, as its contract is tried out. */
export interface ContractWorld {
  readonly source: FundingSource
  readonly outside: OutsideWorld
  /** This node knows nothing any more of an invoice that it has closed. */
  readonly forgetsClosed?: boolean
  /** This node pays no invoice that names no amount. */
  readonly needsAmount?: boolean
  close(): Promise<void>
}

/** The rest of the Lightning network, as far as a contract needs it: whoever pays us, and whom we pay. */
export interface OutsideWorld {
  /** Somebody else's invoice that our node can pay. */
  makeInvoice(amountMsat: Msat | undefined): Promise<CreatedInvoice>
  /** Our node's next payment of this hash costs exactly this fee. */
  setFee(paymentHash: string, feeMsat: Msat): Promise<void>
  /** Nobody takes our node's next payment of this hash. */
  refusePayment(paymentHash: string): Promise<void>
  /** Comes back when the money has arrived or is held; rejects when our node does not take it. */
  payOurInvoice(bolt11: string): Promise<void>
  /** What was held for this hash goes back by itself. Absent where it cannot be brought about. */
  expireHeld?(paymentHash: string): Promise<void>
}
