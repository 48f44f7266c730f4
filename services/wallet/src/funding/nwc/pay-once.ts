import type { Clock } from '../../clock.ts'
import { createEarlierFailures } from '../earlier-failures.ts'
import type { FundingSource, OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../funding-source.ts'
import { NotSentError } from '../node-http.ts'
import { keepsFromPaying, notSent } from '../keeps-from-paying.ts'
import { createOnceGuard } from '../once-guard.ts'
import type { NwcCalls } from './nwc-calls.ts'
import { EXPIRES_AFTER_SECONDS } from './nwc-wire.ts'
import { GIVEN_UP, type OutgoingLook, type PayAnswer, readPayAnswer, toOutcome } from './to-outcome.ts'

/** After its expiry a wallet with a clock of its own may still begin what it has read before. */
const GRACE_MS = (EXPIRES_AFTER_SECONDS + 60) * 1000
/** Failures that the wallet knows nothing more of are remembered, but not for ever. */
const MOST_REMEMBERED = 1000

/** Paying through a wallet that need not refuse a second order for a hash, and whose answer may never come. */
export function createPayOnce(calls: NwcCalls, clock: Clock): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const guard = createOnceGuard()
  const earlier = createEarlierFailures()
  /** By attempt: failed by the wallet's word, of which it then knows nothing. Final once nothing can begin any more. */
  const failures = new Map<string, { readonly reason: string; readonly finalAtMs: number }>()

  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash } = order
    const before = await look(calls, paymentHash)
    const kept = keepsFromPaying(before, 'The wallet')
    if (kept !== undefined) return kept
    if (before?.status === 'failed') earlier.note(paymentHash, before)
    const askedAtMs = clock()
    const answer = await send(calls, order)
    if (answer === undefined) return notSent('No relay can be reached. Nothing was sent.')
    const isEnough = answer.says === 'sent' && answer.feeMsat !== undefined
    const known = isEnough ? undefined : await look(calls, paymentHash)
    const isNews = known?.status === 'failed' && !earlier.has({ paymentHash, attemptId: order.attemptId }, known)
    const outcome = toOutcome(answer, known, isNews)
    if (outcome.status !== 'pending') earlier.forget(paymentHash)
    else if (answer.says === 'failed') {
      if (failures.size >= MOST_REMEMBERED) failures.clear()
      failures.set(order.attemptId, { reason: answer.reason, finalAtMs: askedAtMs + GRACE_MS })
    }
    return outcome
  }
  const judge = (known: OutgoingLook, query: OutgoingQuery): OutgoingStatus => {
    const { attemptId } = query
    if (known.status === 'not_found') {
      const failure = failures.get(attemptId)
      if (failure === undefined || clock() < failure.finalAtMs) return { status: 'not_found' }
      return { status: 'failed', reason: failure.reason, attemptId }
    }
    if (known.status !== 'failed') return known
    return earlier.has(query, known) ? { status: 'not_found' } : { status: 'failed', reason: GIVEN_UP, attemptId }
  }
  return {
    pay: (order) => guard.pay(order.paymentHash, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.look(query.paymentHash, async () => judge(await calls.outgoing(query.paymentHash), query)),
  }
}

const look = (calls: NwcCalls, paymentHash: string): Promise<OutgoingLook | undefined> =>
  calls.outgoing(paymentHash).catch(() => undefined)

/** Undefined: no relay was there. Rejects when the order may have arrived and there is no answer. */
async function send(calls: NwcCalls, order: PayOrder): Promise<PayAnswer | undefined> {
  try {
    return readPayAnswer(await calls.payInvoice(order))
  } catch (error) {
    if (error instanceof NotSentError) return undefined
    throw error
  }
}
