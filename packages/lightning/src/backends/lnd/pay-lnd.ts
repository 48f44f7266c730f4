import { NotSentError } from '../../net/node-http.ts'
import { createOnceGuard } from '../../paying/once-guard.ts'
import { failureOf } from '../../port/failure-words.ts'
import type { OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import type { LndCalls } from './lnd-calls.ts'
import { isKnownPayment } from './lnd-refusal.ts'
import { lookUpPayment } from './look-up-payment.ts'
import {
  type LndFailure,
  type LndPayment,
  readBegunNs,
  readPaymentIndex,
  toPayment,
  toRefusedPay,
} from './to-outcome.ts'

/** How long LND may start attempts; a payment that is pending then is polled later. */
const TRIES_SECONDS = 60
const PAY_MS = (TRIES_SECONDS + 30) * 1000

export interface LndPayments {
  attemptMark(paymentHash: string): Promise<string>
  pay(order: PayOrder): Promise<PayOutcome>
  outgoingStatus(query: OutgoingQuery): Promise<OutgoingStatus>
}

/** `payCalls`: connections that only payments use. */
export function createLndPayments(calls: LndCalls, payCalls: LndCalls): LndPayments {
  const guard = createOnceGuard()
  const poll = async (query: OutgoingQuery): Promise<OutgoingStatus> => {
    const { fields, nodeTime } = await lookUpPayment(calls, query.paymentHash)
    if (fields === undefined) return notFound(nodeTime)
    const { attemptId, mark, paymentHash } = query
    const payment = toPayment(fields, paymentHash)
    // LND pays a hash once: an earlier payment, or one by hand meanwhile, leaves nothing to pay.
    if (payment.status === 'settled' && mark !== undefined && isMarked(mark, readRecord(fields, paymentHash))) {
      return { status: 'failed', reason: PAID_BEFORE, attemptId }
    }
    if (payment.status === 'pending' && mark !== undefined && !isLater(mark, readRecord(fields, paymentHash))) {
      return { status: 'pending', unheard: true }
    }
    if (payment.status !== 'failed') return payment
    const { reason, nodeAnswer } = payment
    if (isOfThis(query, payment)) return { status: 'failed', ...failureOf(reason, nodeAnswer), attemptId, nodeTime }
    return mark === undefined ? { ...notFound(nodeTime), unattributed: true } : notFound(nodeTime)
  }
  return {
    async attemptMark(paymentHash) {
      const { fields } = await lookUpPayment(calls, paymentHash)
      if (fields === undefined) return '0'
      const { index, begunNs } = readRecord(fields, paymentHash)
      const hasFailed = toPayment(fields, paymentHash).status === 'failed'
      return `${hasFailed ? FAILED : ''}${index}${begunNs === undefined ? '' : `@${begunNs}`}`
    },
    pay: (order) =>
      guard.pay(order, async () => {
        const outcome = await send(payCalls, order)
        if (outcome === 'known') {
          const found = await poll(order)
          const isPaidBefore = found.status === 'failed' && found.reason === PAID_BEFORE
          return found.status === 'settled' || isPaidBefore ? found : { status: 'pending' }
        }
        if (!('paymentIndex' in outcome)) return outcome
        const { reason, nodeAnswer } = outcome
        return isOfThis(order, outcome) ? { status: 'failed', ...failureOf(reason, nodeAnswer) } : { status: 'pending' }
      }),
    outgoingStatus: (query) => guard.poll(query, () => poll(query)),
  }
}

const PAID_BEFORE = 'paid_before'

/** LND's record of a hash: which attempt it is. */
interface LndRecord {
  readonly index: string
  readonly begunNs: bigint | undefined
}

const readRecord = (fields: Readonly<Record<string, unknown>>, paymentHash: string): LndRecord => ({
  index: readPaymentIndex(fields, paymentHash),
  begunNs: readBegunNs(fields),
})

/**
 * LND has one record per hash, with a new, higher index for each attempt (`InitPayment` of its payment store): one that
 * is not above the mark belongs to an earlier attempt (rule A18). With payments in SQL the new record may have the
 * number of the one that it replaces; then it began later. Without a mark no failure is proven to belong to this
 * attempt: such a row ends when LND has paid, or can no longer begin.
 */
function isOfThis({ mark, elsewhereSince }: OutgoingQuery, { paymentIndex: index, begunNs }: LndFailure): boolean {
  if (elsewhereSince !== undefined) return begunNs !== undefined && begunNs / NS_PER_SECOND >= BigInt(elsewhereSince)
  return mark !== undefined && index !== undefined && isLater(mark, { index, begunNs })
}

const NS_PER_SECOND = 1_000_000_000n

/** Marks of earlier versions have no time. */
function isLater(mark: string, { index, begunNs }: LndRecord): boolean {
  const [marked = '', markedNs] = mark.split('@')
  if (BigInt(index) !== BigInt(marked)) return BigInt(index) > BigInt(marked)
  return markedNs !== undefined && begunNs !== undefined && begunNs > BigInt(markedNs)
}

/**
 * Whether it is the earlier record, in flight or paid. A failed one is replaced by a retry, and an index below the mark
 * is from a restored node that counts from one.
 */
const isMarked = (mark: string, record: LndRecord): boolean =>
  mark.split('@')[0] === record.index && !isLater(mark, record)

/** Before the index of a payment that had failed when the mark was made: the same number, also for older versions. */
const FAILED = '0'

/**
 * With LND's own time: it does not start payments of invoices that have expired by its clock (`ValidatePayReqExpiry`,
 * called by `SendPaymentV2` before it records anything).
 */
const notFound = (nodeTime: number | undefined): Extract<OutgoingStatus, { status: 'not_found' }> =>
  nodeTime === undefined ? { status: 'not_found' } : { status: 'not_found', nodeTime }

/** `known`: LND has this hash already and sent nothing. */
async function send(calls: LndCalls, order: PayOrder): Promise<PayOutcome | LndPayment | 'known'> {
  let payment: LndPayment = { status: 'pending' }
  const body = {
    payment_request: order.bolt11,
    ...(order.amountMsat !== undefined && { amt_msat: String(order.amountMsat) }),
    // Zero allows only free routes.
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
    if (error instanceof NotSentError) return { status: 'not_sent', ...failureOf('node_unreachable', error.message) }
    return payment
  }
}
