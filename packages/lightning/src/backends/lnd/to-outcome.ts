import { type Msat, msat } from '@satchel/money/units'
import type { PayOutcome } from '../../port/funding-source.ts'
import { isBadRequest, isCredentialRefusal, isStillStarting, type LndRefusal } from './lnd-refusal.ts'

export type LndPayment =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | LndFailure
  | { readonly status: 'pending' }

export interface LndFailure {
  readonly status: 'failed'
  readonly reason: string
  /** Undefined when LND does not say. */
  readonly paymentIndex: string | undefined
  /** Unix seconds; undefined when LND does not say. */
  readonly begunAt: number | undefined
}

/** LND's reasons for a final failure. */
const TERMINAL: ReadonlySet<unknown> = new Set([
  'FAILURE_REASON_TIMEOUT',
  'FAILURE_REASON_NO_ROUTE',
  'FAILURE_REASON_ERROR',
  'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS',
  'FAILURE_REASON_INSUFFICIENT_BALANCE',
  'FAILURE_REASON_CANCELED',
])

/** Reads LND's `Payment`. An unknown form, or another payment, counts as pending. */
export function toPayment(fields: Readonly<Record<string, unknown>>, paymentHash: string): LndPayment {
  const { status, fee_msat: fee, payment_preimage: preimage, failure_reason: reason, payment_index: index } = fields
  if (fields['payment_hash'] !== paymentHash) return { status: 'pending' }
  // A missing fee is not known yet, not zero.
  if (status === 'SUCCEEDED' && isAmount(fee)) {
    return { status: 'settled', feeMsat: msat(BigInt(fee)), preimage: typeof preimage === 'string' ? preimage : '' }
  }
  if (status === 'FAILED' && TERMINAL.has(reason)) {
    const name = String(reason).slice('FAILURE_REASON_'.length).toLowerCase()
    const paymentIndex = isAmount(index) ? String(index) : undefined
    return { status: 'failed', reason: name, paymentIndex, begunAt: secondsOf(fields['creation_time_ns']) }
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
  if (isCredentialRefusal(refusal)) return { status: 'not_sent', reason: 'unauthorised' }
  if (isStillStarting(refusal)) return { status: 'not_sent', reason: 'node_starting' }
  if (isBadRequest(refusal)) return { status: 'failed', reason: refusal.message.slice(0, 200) }
  return { status: 'pending' }
}

const secondsOf = (nanoseconds: unknown): number | undefined =>
  isAmount(nanoseconds) && BigInt(nanoseconds) > 0n ? Number(BigInt(nanoseconds) / 1_000_000_000n) : undefined

const isAmount = (value: unknown): value is string | number => /^\d{1,19}$/.test(String(value))
