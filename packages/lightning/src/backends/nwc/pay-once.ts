import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { NotSentError } from '../../net/node-http.ts'
import { keepsFromPaying, notSent } from '../../paying/keeps-from-paying.ts'
import { createOnceGuard } from '../../paying/once-guard.ts'
import { type Clock, unixSeconds } from '../../port/clock.ts'
import { type Failure, failureOf, isFailureWord } from '../../port/failure-words.ts'
import type { FundingSource, OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import type { DatedPoll, NwcCalls } from './nwc-calls.ts'
import { EXPIRES_AFTER_SECONDS } from './nwc-wire.ts'
import { isOfAnother, isOwnFailure, markOf, type PayAnswer, readPayAnswer, toOutcome } from './to-outcome.ts'

/** After its expiry a wallet may still execute a request that it has read before. */
const GRACE_SECONDS = EXPIRES_AFTER_SECONDS + 60

export interface PayOnceDeps {
  readonly calls: NwcCalls
  readonly notes: OrderNotes
  readonly clock: Clock
}

/**
 * Pays through a wallet that may accept a second order for a hash, and whose answer may never come. Attempts are
 * distinguished by the id in each order, if the wallet stores it, else by a mark of the earlier payments.
 */
export function createPayOnce({
  calls,
  notes,
  clock,
}: PayOnceDeps): Required<Pick<FundingSource, 'attemptMark' | 'pay' | 'outgoingStatus'>> {
  const guard = createOnceGuard()
  const failures = openForgottenFailures(notes)

  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash, attemptId } = order
    const before = await poll(calls, paymentHash)
    const kept = keepsFromPaying(before)
    if (kept !== undefined) return kept
    const mark = before && markOf(before)
    // Another attempt of this invoice was ordered just before.
    if (order.mark !== undefined && order.mark !== mark) return notSent('node_not_ready')
    const answer = await send(calls, order)
    if (answer === undefined) return notSent('node_unreachable')
    const isEnough = answer.says === 'sent' && answer.feeMsat !== undefined
    const known = isEnough ? undefined : await poll(calls, paymentHash)
    const isNews = known?.status === 'failed' && isOwnFailure(known, { attemptId, mark })
    const outcome = toOutcome(answer, known, isNews)
    if (outcome.status === 'pending' && answer.says === 'failed') {
      const finalAt = unixSeconds(clock) + GRACE_SECONDS
      await failures.write(paymentHash, { attemptId, reason: answer.reason, finalAt })
    }
    return outcome
  }
  return {
    attemptMark: async (paymentHash) => markOf(await calls.outgoing(paymentHash)),
    pay: (order) => guard.pay(order, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.poll(query, async () => {
        const known = await calls.outgoing(query.paymentHash)
        const failure = known.status === 'not_found' ? await failures.find(query.paymentHash) : undefined
        return judge(known, query, failure)
      }),
  }
}

/** `failure`: the report of the wallet about an attempt that it later did not know. */
function judge(known: DatedPoll, query: OutgoingQuery, failure: ForgottenFailure | undefined): OutgoingStatus {
  const { attemptId } = query
  switch (known.status) {
    case 'not_found':
      // By the wallet's clock the request can no longer begin.
      return failure?.attemptId === attemptId && known.at !== undefined && known.at > failure.finalAt
        ? { status: 'failed', ...readFailure(failure.reason), attemptId }
        : { status: 'not_found' }
    case 'failed':
      return isOwnFailure(known, query)
        ? { status: 'failed', reason: 'not_delivered', attemptId }
        : { status: 'not_found' }
    case 'settled':
      return { status: 'settled', feeMsat: known.feeMsat, preimage: known.preimage }
    case 'pending':
      return isOfAnother(known, query) ? { status: 'pending', unheard: true } : { status: 'pending' }
  }
}

/** Notes of earlier versions have the wallet's own text. */
const readFailure = (noted: string): Failure =>
  isFailureWord(noted) ? { reason: noted } : failureOf('not_delivered', noted)

const poll = (calls: NwcCalls, paymentHash: string): Promise<DatedPoll | undefined> =>
  calls.outgoing(paymentHash).catch(() => undefined)

/** Undefined: no relay was connected. Rejects if the order may have arrived without an answer. */
async function send(calls: NwcCalls, order: PayOrder): Promise<PayAnswer | undefined> {
  try {
    return readPayAnswer(await calls.payInvoice(order))
  } catch (error) {
    if (error instanceof NotSentError) return undefined
    throw error
  }
}

/** An attempt that the wallet called failed and then knew nothing of. */
const ForgottenFailure = Type.Object({
  attemptId: Type.String(),
  reason: Type.String(),
  /** Unix seconds by the wallet's clock: after that its request cannot begin any more. */
  finalAt: Type.Integer(),
})
type ForgottenFailure = Static<typeof ForgottenFailure>

/** The last one of each hash. */
function openForgottenFailures(notes: OrderNotes) {
  const nameOf = (paymentHash: string): string => `failed:${paymentHash}`
  return {
    async find(paymentHash: string): Promise<ForgottenFailure | undefined> {
      const text = await notes.find(nameOf(paymentHash))
      const note: unknown = text === undefined ? undefined : JSON.parse(text)
      return Value.Check(ForgottenFailure, note) ? note : undefined
    },
    write: (paymentHash: string, note: ForgottenFailure): Promise<void> =>
      notes.write(nameOf(paymentHash), JSON.stringify(note)),
  }
}
