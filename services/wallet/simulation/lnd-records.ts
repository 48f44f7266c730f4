/** One try of the node to pay a hash. LND itself knows the last one only; all of them are the truth. */
export interface LndTry {
  readonly index: number
  readonly paymentHash: string
  /** The attempt of ours that asked for it; undefined = paid by hand. */
  readonly attemptId: string | undefined
  readonly amountMsat: bigint
  feeMsat: bigint
  state: 'in_flight' | 'settled' | 'failed'
  reason: string
  /** By the node's own clock, nanoseconds. */
  readonly beganNs: bigint
  /** Milliseconds of the simulation; 0 = it has not ended. */
  endedAtMs: number
  /** How often a process has read that it is in flight. */
  reports: number
}

/** An invoice of another node that ours may pay. */
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
  /** Undefined: it names none. */
  readonly amountMsat: bigint | undefined
  /** What has arrived for it. */
  paidMsat: bigint
  readonly expiresAt: number
  state: 'open' | 'held' | 'settled' | 'closed'
  /** Its channel is being closed: what is settled has to be claimed on chain. */
  isClosing: boolean
  /** What has become of a settled payment of a closing channel. */
  claim: 'none' | 'waiting' | 'taken' | 'lost'
}

/** Everything that has happened to an invoice, in order: what receipts are listed from. */
export interface InvoiceNews {
  readonly paymentHash: string
  readonly kind: 'settled' | 'held' | 'released'
  readonly amountMsat: bigint
}

/** News with its number in the node's list at that time. */
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
