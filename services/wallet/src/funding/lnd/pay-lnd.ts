import type { OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../funding-source.ts'
import { NotSentError } from '../node-http.ts'
import { type LndCalls, toPathBytes } from './lnd-calls.ts'
import { isKnownPayment, isNotFound } from './lnd-refusal.ts'
import { type LndPayment, toPayment, toRefusedPay } from './to-outcome.ts'

/** How long LND may begin new tries; what is out by then stays out, and is asked about later. */
const TRIES_SECONDS = 60
const PAY_MS = (TRIES_SECONDS + 30) * 1000
const LOOK_MS = 5000
/** What LND began that long before an attempt was written down is an earlier one. */
const CLOCKS_DIFFER_SECONDS = 60
/** Failures that are remembered, to tell an old one from news. */
const MOST_FAILURES = 10_000

export interface LndPayments {
  pay(order: PayOrder): Promise<PayOutcome>
  outgoingStatus(query: OutgoingQuery): Promise<OutgoingStatus>
}

/** `payCalls`: connections that only payments use. */
export function createLndPayments(calls: LndCalls, payCalls: LndCalls): LndPayments {
  /** Hashes with a pay call under way: whatever LND says of an earlier try, this one may still arrive there. */
  const underWay = new Set<string>()
  const failures = new Map<string, { readonly attemptId: string; readonly paymentIndex: string }>()

  const withAttempt = ({ paymentHash, attemptId, begunAt = 0 }: OutgoingQuery, payment: LndPayment): OutgoingStatus => {
    if (payment.status !== 'failed') return payment
    const known = failures.get(paymentHash)
    const { paymentIndex, reason } = payment
    const isEarlier = payment.begunAt !== undefined && payment.begunAt < begunAt - CLOCKS_DIFFER_SECONDS
    if (known?.paymentIndex === paymentIndex) return { status: 'failed', reason, attemptId: known.attemptId }
    if (isEarlier) return { status: 'not_found' }
    failures.set(paymentHash, { attemptId, paymentIndex })
    for (const oldest of failures.keys()) if (failures.size > MOST_FAILURES) failures.delete(oldest)
    return { status: 'failed', reason, attemptId }
  }
  const look = async (query: OutgoingQuery): Promise<OutgoingStatus> => {
    const payment = await lookUp(calls, query.paymentHash)
    return payment === undefined ? { status: 'not_found' } : withAttempt(query, payment)
  }
  return {
    async pay(order) {
      if (underWay.has(order.paymentHash)) return { status: 'pending' }
      underWay.add(order.paymentHash)
      try {
        const outcome = await send(payCalls, order)
        if (outcome === 'known') {
          const found = await look(order)
          return found.status === 'settled' ? found : { status: 'pending' }
        }
        if (!('paymentIndex' in outcome)) return outcome
        withAttempt(order, outcome)
        return { status: 'failed', reason: outcome.reason }
      } finally {
        underWay.delete(order.paymentHash)
      }
    },
    async outgoingStatus(query) {
      const wasUnderWay = underWay.has(query.paymentHash)
      const found = await look(query)
      const isUnderWay = wasUnderWay || underWay.has(query.paymentHash)
      return found.status !== 'settled' && isUnderWay ? { status: 'pending' } : found
    },
  }
}

/** `known`: LND has this hash already and sent nothing. */
async function send(calls: LndCalls, order: PayOrder): Promise<PayOutcome | LndPayment | 'known'> {
  let payment: LndPayment = { status: 'pending' }
  const body = {
    payment_request: order.bolt11,
    ...(order.amountMsat !== undefined && { amt_msat: String(order.amountMsat) }),
    // Zero means what it says: routes that cost nothing.
    fee_limit_msat: String(order.feeLimitMsat),
    timeout_seconds: TRIES_SECONDS,
    no_inflight_updates: true,
  }
  try {
    const refusal = await calls.follow(
      { method: 'POST', path: '/v2/router/send', body, silenceMs: PAY_MS },
      (fields) => {
        payment = toPayment(fields, order.paymentHash)
      },
    )
    if (refusal === undefined || payment.status !== 'pending') return payment
    return isKnownPayment(refusal) ? 'known' : toRefusedPay(refusal)
  } catch (error) {
    if (error instanceof NotSentError) return { status: 'not_sent', reason: 'node_unreachable' }
    return payment
  }
}

/** The payment as it is now; `undefined`: LND never began one for this hash. */
async function lookUp(calls: LndCalls, paymentHash: string): Promise<LndPayment | undefined> {
  const heard = new AbortController()
  let payment: LndPayment | undefined
  const path = `/v2/router/track/${toPathBytes(paymentHash)}`
  try {
    const refusal = await calls.follow({ method: 'GET', path, silenceMs: LOOK_MS, signal: heard.signal }, (fields) => {
      payment = toPayment(fields, paymentHash)
      heard.abort()
    })
    if (refusal !== undefined && isNotFound(refusal)) return undefined
    if (refusal !== undefined) throw new Error(`LND does not show a payment: ${refusal.message}`)
  } catch (error) {
    if (payment === undefined) throw error
  }
  if (payment === undefined) throw new Error('LND ended without a word about a payment')
  return payment
}
