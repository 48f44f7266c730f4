import type { DownMode, FinalTruth, NodeReceipt, PaymentPlan } from './journal-entry.ts'
import type { Step, StepKind } from './step.ts'

/** The state computed from the whole journal. */
export interface NodeState {
  /** Undefined until the first process wrote the first entry. */
  keys: { readonly own: Buffer; readonly foreign: Buffer } | undefined
  lastId: number
  balanceMsat: bigint
  readonly invoices: Map<string, OwnInvoice>
  readonly receipts: NodeReceiptOf[]
  /** Events that the stream still has to report. */
  notices: Notice[]
  readonly preimages: Map<string, string>
  readonly payments: Map<string, Payment>
  /** In the order of their pay calls. */
  readonly attempts: Attempt[]
  readonly openAttempts: Set<Attempt>
  readonly scripts: Scripts
  readonly barriers: Map<string, Barrier>
  down: { readonly mode: DownMode; readonly ms: number } | undefined
}

export interface OwnInvoice {
  readonly amountMsat: number | undefined
  /** Unix seconds. */
  readonly expiresAt: number
  readonly hold: boolean
  status: 'open' | 'closed' | 'held' | 'settled' | 'released'
  paidMsat: number
}

export interface NodeReceiptOf extends NodeReceipt {
  readonly paymentHash: string
}

export interface Notice {
  readonly receipts: readonly NodeReceiptOf[]
  readonly times: number
  /** Unix milliseconds; 0 is immediately. */
  readonly at: number
}

export interface Payment {
  /** Pay calls received, answered or not. */
  calls: number
  readonly attempts: Map<string, Attempt>
}

export interface Attempt {
  readonly hash: string
  readonly attemptId: string
  readonly amountMsat: number
  limitMsat: number
  truth: FinalTruth | undefined
  plan: PaymentPlan
}

export interface Barrier {
  /** Closed by the script that names it, open from the release on. */
  isClosed: boolean
  releases: number
}

export interface Scripts {
  readonly byHash: Map<string, Map<StepKind, Track>>
  readonly any: Map<StepKind, Track>
  nth: { readonly of: StepKind; left: number; readonly track: Track }[]
  readonly tracks: Map<string, Track>
}

/** The ordered steps for one kind of call. */
export interface Track {
  readonly id: string
  readonly steps: readonly Step[]
  used: number
  /** Lookups are counted for each hash. */
  readonly usedBy: Map<string, number>
}

export function emptyNodeState(): NodeState {
  return {
    keys: undefined,
    lastId: 0,
    balanceMsat: 0n,
    invoices: new Map(),
    receipts: [],
    notices: [],
    preimages: new Map(),
    payments: new Map(),
    attempts: [],
    openAttempts: new Set(),
    scripts: { byHash: new Map(), any: new Map(), nth: [], tracks: new Map() },
    barriers: new Map(),
    down: undefined,
  }
}

/** The receipt ids are the order of the journal, so all processes give the same one. */
export const nextReceiptId = (state: NodeState, ahead = 0): string => `receipt-${state.receipts.length + 1 + ahead}`

export const settledAttempt = (payment: Payment | undefined): Attempt | undefined =>
  attemptsOf(payment).find(({ truth }) => truth?.status === 'settled')

/** The attempt that is really in flight, whatever the node reports about it; one that it reports goes first. */
export const openAttemptOf = (payment: Payment | undefined): Attempt | undefined =>
  attemptsOf(payment)
    .filter(({ truth }) => truth === undefined)
    .sort((a, b) => Number(a.plan.saysFailed !== undefined) - Number(b.plan.saysFailed !== undefined))[0]

export const attemptsOf = (payment: Payment | undefined): Attempt[] => [...(payment?.attempts.values() ?? [])]
