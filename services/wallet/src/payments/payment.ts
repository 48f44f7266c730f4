import type { Msat } from '@satchel/money/units'
import type { FiatValue } from '../rates/fiat-value-store.ts'

export type Direction = 'in' | 'out'

/**
 * Incoming: open → closing → success (paid inside) · open → success (paid outside) · open → held → settling → success ·
 * open or held → cancelling → failed · open → expired. A late receipt turns expired and failed into success.
 * Outgoing: reserved → dispatched → success or failed (outside) · reserved → held → success or failed (inside).
 * (money-safety C)
 */
export type PaymentState =
  | 'open'
  | 'closing'
  | 'held'
  | 'settling'
  | 'cancelling'
  | 'expired'
  | 'reserved'
  | 'dispatched'
  | 'success'
  | 'failed'

/** The three words of the specification. */
export type PaymentStatus = 'pending' | 'success' | 'failed'

/** `ours`: we keep the preimage of a hold invoice; `theirs`: the caller does. */
export type Hold = '' | 'ours' | 'theirs'

export interface Payment {
  readonly seq: number
  readonly checkingId: string
  readonly walletId: string
  readonly direction: Direction
  readonly state: PaymentState
  readonly paymentHash: string
  readonly bolt11: string
  readonly amountMsat: Msat
  readonly feeMsat: Msat
  readonly feeLimitMsat: Msat
  readonly memo: string
  readonly tag: string
  /** JSON text, as it was accepted. */
  readonly extra: string
  readonly webhook: string | undefined
  readonly preimage: string | undefined
  readonly hold: Hold
  /** The node it is with (funding/source-store.ts). */
  readonly sourceId: number
  readonly peerId: string | undefined
  readonly attempt: number
  readonly looks: number
  /** What the node had recorded of the hash before this attempt (`FundingSource.attemptMark`). */
  readonly nodeMark: string | undefined
  /** The node's last answer about it, in words. */
  readonly nodeAnswer: string | undefined
  /** Unix seconds. */
  readonly missingSince: number | undefined
  readonly receivedMsat: Msat | undefined
  readonly closeOwed: boolean
  readonly failure: string | undefined
  /** The limits it counts against (spend-limits.ts), as JSON. */
  readonly countedIn: string | undefined
  /** Unix seconds. */
  readonly createdAt: number
  readonly expiresAt: number
  readonly finishedAt: number | undefined
  /** In the currency it was made out in, else in the accounting currency; known only where it is shown. */
  readonly fiat: FiatValue | undefined
}

export const statusOf = (state: PaymentState): PaymentStatus =>
  state === 'success' ? 'success' : state === 'failed' || state === 'expired' ? 'failed' : 'pending'

/** What the node knows an attempt by: ours, never used for another one. */
export const attemptIdOf = ({ checkingId, attempt }: Pick<Payment, 'checkingId' | 'attempt'>): string =>
  `${checkingId}/${attempt}`
