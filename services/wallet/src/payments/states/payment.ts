import type { FailureWord } from '@satchel/lightning/port/failure-words'
import type { OutgoingQuery } from '@satchel/lightning/port/funding-source'
import type { FiatValue } from '../../rates/fiat-value-store.ts'
import type { StoredFields } from './payment-columns.ts'
import type { PaymentNote } from './payment-note.ts'
import type { IncomingState, OutgoingState } from './payment-states.ts'

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

interface PaymentFields extends StoredFields {
  /** Why the node did not pay it, in one word. */
  readonly failureWord?: FailureWord | undefined
  /** In the currency of the invoice, else in the accounting currency. Read only for rows that are shown. */
  readonly fiat: FiatValue | undefined
  /** Read only for rows that are shown. */
  readonly noted: PaymentNote | undefined
}

/** Our id of an attempt at the node; never used for another attempt. */
export const attemptIdOf = ({ checkingId, attempt }: Pick<Payment, 'checkingId' | 'attempt'>): string =>
  `${checkingId}/${attempt}`

/** Whether an order at the node carries an id that a service of this kind gave it; other programs use other forms. */
export const isAttemptId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\d+$/.test(id)

/** Used instead of a mark: another program, which has stopped since, ordered the payment at its row's time. */
export const ORDERED_ELSEWHERE = 'elsewhere'

const isOrderedElsewhere = ({ nodeMark }: Pick<Payment, 'nodeMark'>): boolean => nodeMark === ORDERED_ELSEWHERE

/** The node's clock may be set back a little. */
export const NODE_CLOCK_GRACE_SECONDS = 30

/** After an invoice's expiry, and between the two answers that the attempt is unknown to the node (A17). */
export const MISSING_GRACE_SECONDS = 600

type Ending = Pick<Payment, 'nodeMark' | 'missingSince' | 'atNode' | 'attempt' | 'expiresAt'>

/**
 * Whether a failure that the node reports now ends the payment. An order of a program that has stopped arrives within
 * the grace period or never: until then one answer is not enough (decision 0066). Of an order that was sent again, the
 * first request may still arrive while the invoice is valid: by the node's clock (`nodeTime`), if the node rejects
 * expired invoices by it. A node with another history may not know its own payments.
 */
export function isFailureFinal(payment: Ending, now: number, nodeTime?: number): boolean {
  if (payment.atNode === 'doubtful') return false
  if (payment.attempt > 1 && nodeTime !== undefined) return nodeTime > payment.expiresAt + NODE_CLOCK_GRACE_SECONDS
  if (payment.attempt > 1) return now > payment.expiresAt + MISSING_GRACE_SECONDS
  return !isOrderedElsewhere(payment) || now - (payment.missingSince ?? now) >= MISSING_GRACE_SECONDS
}

/** The query to the node about an attempt. */
export function attemptQuery(payment: Send): OutgoingQuery {
  const { paymentHash, createdAt, nodeMark: mark } = payment
  const query = { paymentHash, attemptId: attemptIdOf(payment), begunAt: createdAt }
  return isOrderedElsewhere(payment) ? { ...query, elsewhereSince: createdAt } : { ...query, mark }
}
