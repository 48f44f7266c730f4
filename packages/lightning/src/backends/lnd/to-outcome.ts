import { type Msat, msat } from '@satchel/money/units'
import { type Failure, type FailureWord, failureOf } from '../../port/failure-words.ts'
import type { PayOutcome } from '../../port/funding-source.ts'
import { isBadRequest, isCredentialRefusal, isStillStarting, type LndRefusal } from './lnd-refusal.ts'

export type LndPayment =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | LndFailure
  | { readonly status: 'pending' }

export interface LndFailure extends Failure {
  readonly status: 'failed'
  /** Undefined if LND does not report it. */
  readonly paymentIndex: string | undefined
  /** Unix nanoseconds; undefined if LND does not report it. */
  readonly begunNs: bigint | undefined
}

/** LND's reasons for a final failure. Its balance is that of its channels, not the payer's. */
const TERMINAL: ReadonlyMap<unknown, FailureWord> = new Map([
  ['FAILURE_REASON_TIMEOUT', 'timed_out'],
  ['FAILURE_REASON_NO_ROUTE', 'no_route'],
  ['FAILURE_REASON_ERROR', 'not_delivered'],
  ['FAILURE_REASON_INCORRECT_PAYMENT_DETAILS', 'payee_refused'],
  ['FAILURE_REASON_INSUFFICIENT_BALANCE', 'node_cannot_send'],
  ['FAILURE_REASON_CANCELED', 'not_delivered'],
])

/** Reads LND's `Payment`. An unknown form, or another payment, counts as pending. */
export function toPayment(fields: Readonly<Record<string, unknown>>, paymentHash: string): LndPayment {
  const { status, fee_msat: fee, payment_preimage: preimage, failure_reason: reason, payment_index: index } = fields
  if (fields['payment_hash'] !== paymentHash) return { status: 'pending' }
  // A missing fee is not known yet, not zero.
  if (status === 'SUCCEEDED' && isAmount(fee)) {
    return { status: 'settled', feeMsat: msat(BigInt(fee)), preimage: typeof preimage === 'string' ? preimage : '' }
  }
  const word = TERMINAL.get(reason)
  if (status === 'FAILED' && word !== undefined) {
    const paymentIndex = isAmount(index) ? String(index) : undefined
    return { status: 'failed', ...failureOf(word, reason), paymentIndex, begunNs: readBegunNs(fields) }
  }
  return { status: 'pending' }
}

/** The number of LND's newest attempt for this hash. Throws without it: attempts would be indistinguishable. */
export function readPaymentIndex(fields: Readonly<Record<string, unknown>>, paymentHash: string): string {
  const { payment_hash: hash, payment_index: index } = fields
  if (hash !== paymentHash || !isAmount(index)) throw new Error('LND shows a payment without its index')
  return String(index)
}

/** The outcome of an error answer to a pay call: final only if LND rejects the call before acting on it. */
export function toRefusedPay(refusal: LndRefusal): PayOutcome {
  const { message } = refusal
  if (isCredentialRefusal(refusal) || isStillStarting(refusal)) {
    return { status: 'not_sent', ...failureOf('node_not_ready', message) }
  }
  if (!isBadRequest(refusal)) return { status: 'pending' }
  const word = /^invoice expired/i.test(message) ? 'invoice_expired' : 'invoice_refused'
  return { status: 'failed', ...failureOf(word, message) }
}

/** When LND began its newest attempt, Unix nanoseconds; undefined if not reported. */
export function readBegunNs({ creation_time_ns: begun }: Readonly<Record<string, unknown>>): bigint | undefined {
  return isAmount(begun) && BigInt(begun) > 0n ? BigInt(begun) : undefined
}

const isAmount = (value: unknown): value is string | number => /^\d{1,19}$/.test(String(value))
