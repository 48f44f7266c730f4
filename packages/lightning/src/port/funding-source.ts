import type { Msat } from '@satchel/money/units'
import type { Failure } from './failure-words.ts'
import type { NodeInfo } from './node-info.ts'
import type { CurrentTrouble } from './node-trouble.ts'

/**
 * One Lightning node, reduced to the calls that the service needs: it holds the satoshis.
 *
 * A method that throws or rejects means "not known": nothing follows from it, least of all that a payment failed.
 * Amounts are msat, times Unix seconds, hashes and preimages 64 lower-case hex characters.
 */
export interface FundingSource {
  readonly can: FundingAbilities
  /** Undefined until the node has answered for the first time: until then nothing is sent. */
  identity(): NodeIdentity | undefined

  createInvoice(order: InvoiceOrder): Promise<CreatedInvoice>
  /**
   * No outside payer may pay this invoice any more. `closed` also when the node never knew it or closed it before.
   * `paid`: an outside payment is held or has settled there, so it is not ours to close. `refused`: still open there.
   */
  closeInvoice(paymentHash: string): Promise<'closed' | 'paid' | 'refused'>
  /** The state of an invoice at the node; `unknown` = it has never seen the hash. */
  incomingStatus(paymentHash: string): Promise<IncomingStatus>

  /**
   * The node's record of this hash before an attempt is sent, stored with the payment: later it distinguishes this
   * attempt from earlier ones. Absent: the node itself knows attempts by our `attemptId`. A rejection means nothing is
   * sent.
   */
  attemptMark?(paymentHash: string): Promise<string>
  /**
   * Starts the payment and waits for its end as long as the node answers. Called once per attempt; while an earlier
   * attempt of the same hash is in flight the node answers `pending` and sends nothing.
   */
  pay(order: PayOrder): Promise<PayOutcome>
  /** The final state of one attempt, however long ago. */
  outgoingStatus(query: OutgoingQuery): Promise<OutgoingStatus>
  /**
   * Every payment that the node was asked to make, by us or by another program, oldest first, at most `limit`. Without a cursor: no
   * payments, and the position from which to list later ones. Absent: the node has no such list.
   */
  sentSince?(cursor: string | undefined, limit: number): Promise<SentPage>

  /**
   * Settles a held payment. `settled` only when the node confirms it; `gone` = the payer's funds were returned already.
   * Rejects while nothing is held yet.
   */
  settleHold(preimage: string): Promise<'settled' | 'gone'>
  /**
   * Sends a held payment back, or closes an unpaid hold invoice. `settled` = too late, it was settled. A hash that the
   * node does not know is `cancelled`.
   */
  cancelHold(paymentHash: string): Promise<'cancelled' | 'settled'>

  /** Where the node calls a hold settled before the money is its own; undefined = it does not call it settled yet. */
  holdClaim?(paymentHash: string): Promise<HoldClaim | undefined>

  /**
   * The complete list of receipts: all after the cursor, oldest first, at most `limit`. Without a cursor: those that
   * arrived from `since` on for invoices made from `since` on, Unix seconds; by default those of the last day. Some
   * nodes report earlier ones, too.
   */
  receiptsSince(cursor: string | undefined, limit: number, since?: number): Promise<ReceiptPage>
  /** The node's stream: fast, but a receipt may come late, twice, in another order or not at all. Returns a function that removes the listener. */
  onReceipt(listener: (receipt: Receipt) => void): () => void

  /**
   * An outside payer pays the invoice of this hash; returns the received amount, undefined if it is not open any more.
   * Only with play money; absent on every other node.
   */
  payFromOutside?(paymentHash: string): Promise<readonly Receipt[]>

  /** The spendable balance of the node, msat. */
  balance(): Promise<Msat>
  /** For operators only. Absent: the node has no such report. */
  info?(): Promise<NodeInfo>
  /** Why the node does not answer, or not as it should. Absent: it never has a reason. */
  troubles?(): readonly CurrentTrouble[]
  close(): Promise<void>
}

/** Without a fee limit a payer could collect the fees through a node of their own (rule A27). */
export function requireFeeLimit({ can }: Pick<FundingSource, 'can'>, allowUncappedFees: boolean): void {
  if (can.feeLimit || allowUncappedFees) return
  throw new Error('SERVICE_FUNDING_SOURCE: this node cannot limit fees; SERVICE_ALLOW_UNCAPPED_FEES=true accepts that')
}

export interface NodeIdentity {
  /** `bc`, `tb`, `tbs`, `bcrt` or `sb`: invoices of another network are rejected before anything is reserved. */
  readonly network: string
  /** Our node's key, 33 bytes in hex: an unknown invoice by it is not paid. '' where another operator owns the node. */
  readonly nodeKey: string
  /** Our account, where another operator owns the node and reports it. */
  readonly accountId?: string | undefined
}

/** Identifies this node among others of its kind; '' = nothing does. */
export const nodeName = ({ accountId, nodeKey }: NodeIdentity): string => accountId ?? nodeKey

export interface FundingAbilities {
  /** Hold invoices: `settleHold` and `cancelHold` work. */
  readonly hold: boolean
  /** `feeLimitMsat` is enforced by the node (rule A27). */
  readonly feeLimit: boolean
  /** `createInvoice` makes invoices without an amount, and their receipts have the received amount. */
  readonly amountless: boolean
  /** `closeInvoice` really closes. */
  readonly closeInvoice: boolean
  /** `balance` changes by our payments only, so that it can be compared with the books. */
  readonly exactBalance: boolean
  /** Payments are reported with their preimage: without one a payment is never booked as made (rule A15). */
  readonly provesPayments: boolean
  /**
   * It refuses an order for a hash that it is paying or has paid, whichever call it came by: an order that may have been
   * lost can be sent again without being paid twice.
   */
  readonly refusesRepeats: boolean
  /** It pays expired invoices, or may do so: an order in flight may be paid however late it arrives. */
  readonly paysExpired?: true
  /** The lists that it stores, which show when the node was restored and has another history. */
  readonly memory: NodeMemory
}

export interface NodeMemory {
  /**
   * How long it keeps a paid invoice, and a payment that it has made or had in flight, seconds. Within that time an unknown
   * one shows that the node has lost part of its history. 0 = it may forget them.
   */
  readonly keepsInvoices: number
  readonly keepsPayments: number
  /**
   * Receipts and payments are listed by numbers, which a restored node gives again: its cursors are useless afterwards.
   * `sentSince` lists every payment from this cursor on. Absent: they are listed by time.
   */
  readonly firstSent?: string | undefined
}

/** For a service whose operator may delete records. */
export const FORGETFUL: NodeMemory = { keepsInvoices: 0, keepsPayments: 0 }
/** For a node that never deletes records, and lists them by time. */
export const NEVER_FORGETS: NodeMemory = {
  keepsInvoices: Number.POSITIVE_INFINITY,
  keepsPayments: Number.POSITIVE_INFINITY,
}

/** Optional features of a backend. */
export const NO_ABILITIES: FundingAbilities = {
  hold: false,
  feeLimit: false,
  amountless: false,
  closeInvoice: false,
  exactBalance: false,
  provesPayments: false,
  refusesRepeats: false,
  memory: FORGETFUL,
}

export interface InvoiceOrder {
  /** Undefined: the payer chooses. Only where `can.amountless`, and never of a hold invoice. */
  readonly amountMsat: Msat | undefined
  /** At most 639 bytes of UTF-8. Ignored when a description hash is given. */
  readonly memo: string
  readonly descriptionHash?: string | undefined
  readonly expirySeconds: number
  /** Unix seconds; the invoice's own date. */
  readonly createdAt: number
  /** A hold invoice for this hash: the node holds a payment until it is settled or cancelled. */
  readonly holdHash?: string | undefined
  /** The hash of an ordinary invoice is sha256 of this; the service keeps it, too. */
  readonly preimage?: string | undefined
}

/** An order that names an amount: every node makes such invoices. */
export interface InvoiceRequest extends InvoiceOrder {
  readonly amountMsat: Msat
}

export interface CreatedInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  /** Where the node chose it, and reveals it before the invoice is paid. */
  readonly preimage?: string | undefined
}

export type IncomingStatus =
  | { readonly status: 'unknown' | 'open' | 'closed' }
  | { readonly status: 'held' | 'settled'; readonly amountMsat: Msat }

/**
 * The state of a hold that the node reports as settled. `taken`: the money is the node's. `lost`: the payer has it
 * back. Else its payment is still in a channel or on-chain, and has to be claimed before that block.
 */
export type HoldClaim = 'taken' | 'lost' | { readonly claimBefore: number }

export interface PayOrder {
  readonly bolt11: string
  readonly paymentHash: string
  /** Only for invoices without an amount. */
  readonly amountMsat?: Msat | undefined
  /** The node must fail the payment rather than pay more. */
  readonly feeLimitMsat: Msat
  /** Our id of this attempt. No other attempt has it. */
  readonly attemptId: string
  /** The answer of `attemptMark` before this attempt; undefined if there is none. */
  readonly mark?: string | undefined
}

export interface OutgoingQuery {
  readonly paymentHash: string
  readonly attemptId: string
  /** Unix seconds: when the attempt was stored. */
  readonly begunAt?: number | undefined
  /** The answer of `attemptMark` before this attempt; undefined if there is none, or for rows from before marks. */
  readonly mark?: string | undefined
  /**
   * Unix seconds: another program, which has stopped since, ordered the payment then, without our id or a mark. A failure
   * of a payment that the node began at that time or later is that order's.
   */
  readonly elsewhereSince?: number | undefined
}

export type PayOutcome =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  /** The node's own terminal failure of this attempt. */
  | ({ readonly status: 'failed' } & Failure)
  /** Provably never left us: the connection was refused, not lost. */
  | ({ readonly status: 'not_sent' } & Failure)
  | { readonly status: 'pending' }

export type OutgoingStatus =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  /**
   * `attemptId`: the attempt that the node reports; a failure that cannot be shown to be this attempt's is `not_found`.
   * `nodeTime`: as of `not_found`.
   */
  | ({ readonly status: 'failed'; readonly attemptId: string; readonly nodeTime?: number | undefined } & Failure)
  /**
   * `nodeTime`: the node's own clock when it answered, Unix seconds, if the node refuses to begin payments of expired
   * invoices by that clock. A request that has not arrived by the invoice's expiry can then never be paid.
   * `unattributed`: it reports a failure that may belong to this attempt, because nothing was recorded before the
   * attempt.
   */
  | { readonly status: 'not_found'; readonly nodeTime?: number | undefined; readonly unattributed?: true | undefined }
  /**
   * `unheard`: the node has not reported on this attempt: our own call is open, or a request may still be in flight, or
   * the report belongs to another attempt.
   */
  | { readonly status: 'pending'; readonly unheard?: true }

/** A payment in the node's own list. */
export interface SentPayment {
  readonly paymentHash: string
  readonly status: 'settled' | 'in_flight' | 'failed'
  /** Without the fee; undefined if the node does not report it. */
  readonly amountMsat: Msat | undefined
  readonly feeMsat: Msat | undefined
  /** When the node began it, Unix seconds; undefined if not reported. */
  readonly at?: number | undefined
  /**
   * The id of its order, if the node stores such ids: ours, or that of another program; '' = it had none. Undefined:
   * the node stores no ids.
   */
  readonly attemptId: string | undefined
}

export interface SentPage {
  readonly payments: readonly SentPayment[]
  /** The cursor of the next page; the same cursor at the end of the list. A later call with it lists newer ones. */
  readonly cursor: string
}

/**
 * An event of one received payment. `settled` is final and the only kind that is money; `held` waits for a decision of
 * the service; `released` = a held payment was returned; `part` = one part of an incomplete payment.
 */
export interface Receipt {
  /** The node's own id of the receipt, the same each time the receipt is reported. */
  readonly receiptId: string
  readonly paymentHash: string
  readonly kind: 'settled' | 'held' | 'released' | 'part'
  /** The amount paid by its payer. */
  readonly amountMsat: Msat
  /** The amount that the node deducted for its channels, at the cost of the operator. */
  readonly channelCostMsat?: Msat | undefined
  /**
   * The kind of a receipt without an invoice of ours. It belongs to no wallet, whatever its hash: the payer of a
   * keysend chooses the hash. Undefined: for a BOLT 11 invoice, or not reported.
   */
  readonly via?: 'amp' | 'keysend' | 'offer' | undefined
}

export interface ReceiptPage {
  readonly receipts: readonly Receipt[]
  /** The cursor of the next call; the given one if there is nothing new. */
  readonly cursor: string | undefined
  /** Reading has not come to the end, although the page is not full; it may be empty. */
  readonly hasMore?: boolean | undefined
}
