/** One try of the node to pay a hash. LND knows only the last one; the checks know all. */
export interface LndTry {
  readonly index: number
  readonly paymentHash: string
  /** The attempt of the service that ordered it; undefined: a manual payment. */
  readonly attemptId: string | undefined
  readonly amountMsat: bigint
  feeMsat: bigint
  state: 'in_flight' | 'settled' | 'failed'
  reason: string
  /** By the node's own clock, nanoseconds. */
  readonly beganNs: bigint
  /** Milliseconds of the simulation; 0 = it has not ended. */
  endedAtMs: number
  /** How often a process has read it as in flight. */
  reports: number
}

/** An invoice of another node, for outgoing payments. */
export interface ForeignInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  readonly preimage: string
  readonly amountMsat: bigint
  /** Unix seconds. */
  readonly expiresAt: number
}

/** An invoice of the node's own. */
export interface NodeInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  preimage: string | undefined
  readonly isHold: boolean
  /** Undefined if the invoice has no amount. */
  readonly amountMsat: bigint | undefined
  /** The received amount. */
  paidMsat: bigint
  readonly expiresAt: number
  state: 'open' | 'held' | 'settled' | 'closed'
  /** Its channel is closing: a settled payment must be claimed on chain. */
  isClosing: boolean
  /** The outcome of a settled payment of a closing channel. */
  claim: 'none' | 'waiting' | 'taken' | 'lost'
}

/** All events of an invoice, in order. Receipts are listed from them. */
export interface InvoiceNews {
  readonly paymentHash: string
  readonly kind: 'settled' | 'held' | 'released'
  readonly amountMsat: bigint
}

/** An event with its number in the node's list at that time. */
export interface TrueNews extends InvoiceNews {
  readonly number: number
  readonly invoice: NodeInvoice
}

export interface PayRequest {
  readonly paymentHash: string
  readonly amountMsat: bigint
  readonly feeLimitMsat: bigint
  readonly expiresAt: number
  readonly attemptId: string | undefined
}

/** How a try ends and when. */
export interface TryPlan {
  readonly ends: 'settled' | 'failed'
  readonly afterMs: number
}
