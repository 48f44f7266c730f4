import type { Step, StepKind } from './step.ts'

/**
 * An event at the simulated node, one line of its journal each. Amounts are msat as JSON numbers, `at` and other times
 * of the node are Unix milliseconds, dates of invoices Unix seconds.
 */
export type JournalEntry =
  | { readonly kind: 'node'; readonly ownKey: string; readonly foreignKey: string; readonly balanceMsat: number }
  | InvoiceEntry
  | { readonly kind: 'closed'; readonly hash: string }
  | ReceiptsEntry
  /** A preimage that an outside payee can reveal: it belongs to an invoice of the foreign node. */
  | { readonly kind: 'preimage'; readonly hash: string; readonly preimage: string }
  | PayEntry
  /** A pay call that starts nothing new: of an attempt known already, or while another is in flight. */
  | { readonly kind: 'pay-again'; readonly hash: string }
  | PlanEntry
  | TruthEntry
  /** A lookup was answered "don't know" because the plan of the attempt requires it. */
  | { readonly kind: 'unknown-lookup'; readonly hash: string; readonly attemptId: string }
  | ScriptEntry
  /** How many steps of a track are used up; of lookups for each hash. */
  | { readonly kind: 'step'; readonly track: string; readonly used: number; readonly hash?: string | undefined }
  /** Counts towards `match: {nth}`; written only while a script counts calls. */
  | { readonly kind: 'call'; readonly of: StepKind }
  | { readonly kind: 'release'; readonly name: string }
  | { readonly kind: 'down'; readonly mode: DownMode; readonly ms: number }
  | { readonly kind: 'up' }

export type DownMode = 'refuse' | 'hang' | 'reset' | 'slow'

export interface InvoiceEntry {
  readonly kind: 'invoice'
  readonly hash: string
  readonly amountMsat?: number | undefined
  /** Unix seconds. */
  readonly expiresAt: number
  readonly hold: boolean
}

export interface ReceiptsEntry {
  readonly kind: 'receipts'
  readonly hash: string
  readonly receipts: readonly NodeReceipt[]
  /** The new state of the invoice. */
  readonly status: 'held' | 'settled' | 'released'
  /** How often and when the node's stream reports the last receipt (`at` 0: immediately, like parts). */
  readonly notice: { readonly times: number; readonly at: number }
}

export interface NodeReceipt {
  readonly receiptId: string
  readonly kind: 'settled' | 'held' | 'released' | 'part'
  readonly amountMsat: number
}

export interface PayEntry {
  readonly kind: 'pay'
  readonly hash: string
  readonly attemptId: string
  readonly amountMsat: number
  readonly limitMsat: number
}

/** The next steps of a scripted payment. */
export interface PlanEntry extends PaymentPlan {
  readonly kind: 'plan'
  readonly hash: string
  readonly attemptId: string
}

export interface PaymentPlan {
  readonly answer: PayAnswer
  /** The timer: what becomes true, and when. */
  readonly due?: { readonly at: number; readonly truth: FinalTruth } | undefined
  /** Waits here until released. */
  readonly barrier?: BarrierPlace | undefined
  /** That many lookups are answered "don't know". */
  readonly unknownLookups?: number | undefined
  /** Until then lookups do not find it. */
  readonly registeredAt?: number | undefined
  /** The node's report while the outcome is open. */
  readonly saysFailed?: string | undefined
}

/** The return of the pay call: the final outcome, nothing, a failure of the transport, or nonsense. */
export type PayAnswer =
  | 'truth'
  | 'never'
  | 'lost'
  | 'failed'
  | 'bad_preimage'
  | 'missing'
  | 'wrong_hash'
  | 'not_json'
  | 'http500'

/** A place in a script: the track and the index of the step that comes next. */
export interface ScriptPlace {
  readonly track: string
  readonly next: number
}

export interface BarrierPlace extends ScriptPlace {
  readonly name: string
}

export type FinalTruth =
  | { readonly status: 'settled'; readonly feeMsat: number }
  | { readonly status: 'failed'; readonly code: string }

export interface TruthEntry {
  readonly kind: 'truth'
  readonly hash: string
  readonly attemptId: string
  readonly truth: FinalTruth
}

export type ScriptMatch = { readonly hash: string } | { readonly nth: number } | { readonly any: true }

export interface ScriptEntry {
  readonly kind: 'script'
  readonly match: ScriptMatch
  readonly steps: Readonly<Partial<Record<StepKind, readonly Step[]>>>
}
