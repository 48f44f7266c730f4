import type { OutgoingQuery } from '@satchel/lightning/port/funding-source'
import type { Msat } from '@satchel/money/units'
import type { FiatValue } from '../../rates/fiat-value-store.ts'
import type { PaymentNote } from './payment-note.ts'
import type { IncomingState, OutgoingState } from './payment-states.ts'

export type Direction = 'in' | 'out'

/** `ours`: we keep the preimage of a hold invoice; `theirs`: the caller does. */
export type Hold = '' | 'ours' | 'theirs'

/** A payment that a wallet receives, with its invoice. */
export interface Invoice extends PaymentFields {
  readonly direction: 'in'
  readonly state: IncomingState
}

/** A payment that a wallet sends. */
export interface Send extends PaymentFields {
  readonly direction: 'out'
  readonly state: OutgoingState
}

export type Payment = Invoice | Send

interface PaymentFields {
  readonly seq: number
  readonly checkingId: string
  readonly walletId: string
  readonly paymentHash: string
  readonly bolt11: string
  /** Of an invoice without an amount: 0 until it is paid. */
  readonly amountMsat: Msat
  /** Of an invoice: it names no amount, the payer chooses. */
  readonly anyAmount: boolean
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
  /** In the currency of the invoice, else in the accounting currency. Read only for rows that are shown. */
  readonly fiat: FiatValue | undefined
  /** Read only for rows that are shown. */
  readonly noted: PaymentNote | undefined
}

/** Our id of an attempt at the node; never used for another attempt. */
export const attemptIdOf = ({ checkingId, attempt }: Pick<Payment, 'checkingId' | 'attempt'>): string =>
  `${checkingId}/${attempt}`

/** Used instead of a mark: another program, which has stopped since, ordered the payment at its row's time. */
export const ORDERED_ELSEWHERE = 'elsewhere'

const isOrderedElsewhere = ({ nodeMark }: Pick<Payment, 'nodeMark'>): boolean => nodeMark === ORDERED_ELSEWHERE

/** After an invoice's expiry, and between the two answers that say the node does not know the attempt (A17). */
export const MISSING_GRACE_SECONDS = 600

/**
 * Whether a failure that the node reports now ends the payment. An order of a program that has stopped arrives within
 * the grace period or never: until then one answer is not enough (decision 0066).
 */
export const isFailureFinal = (payment: Pick<Payment, 'nodeMark' | 'missingSince'>, now: number): boolean =>
  !isOrderedElsewhere(payment) || now - (payment.missingSince ?? now) >= MISSING_GRACE_SECONDS

/** What the node is asked about an attempt. */
export function attemptQuery(payment: Send): OutgoingQuery {
  const { paymentHash, createdAt, nodeMark: mark } = payment
  const query = { paymentHash, attemptId: attemptIdOf(payment), begunAt: createdAt }
  return isOrderedElsewhere(payment) ? { ...query, elsewhereSince: createdAt } : { ...query, mark }
}
