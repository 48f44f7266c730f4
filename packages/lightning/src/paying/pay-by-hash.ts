import type { Msat } from '@satchel/money/units'
import type { FundingSource, OutgoingStatus, PayOrder, PayOutcome } from '../port/funding-source.ts'
import { keepsFromPaying } from './keeps-from-paying.ts'
import { createOnceGuard } from './once-guard.ts'
import { type NotSent, sendOrder } from './send-order.ts'

/** The report of a node without ids of ours about a hash, whichever caller ordered the payment. */
export type PolledPayment =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | ({ readonly status: 'failed' } & DatedFailure)
  | { readonly status: 'pending' | 'not_found' }

type Failure = Extract<PolledPayment, { status: 'failed' }>

/** Distinguishes the attempts of a hash by the records of the node. */
export interface AttemptMarks {
  /** The state of the node before an attempt. Rejects if it cannot be determined. */
  mark(paymentHash: string): Promise<string>
  /** The mark of a time, Unix seconds, as if it had been made then. */
  markAt(seconds: number): string
  /** Whether there is an attempt from after that mark. */
  isBegun(mark: string, paymentHash: string): Promise<boolean>
  /** Whether this failure is of an attempt from after that mark. */
  isAfter(mark: string, paymentHash: string, failure: Failure): Promise<boolean>
}

export interface PayByHash<Answer extends { readonly says: string }> {
  /** Rejects without an answer. */
  poll(paymentHash: string): Promise<PolledPayment>
  /** Where the node keeps more than the last attempt of a hash; by default the failure that it shows is the mark. */
  readonly marks?: AttemptMarks
  /** Why this order cannot be taken, whatever is known of its hash; undefined = it can. */
  refuse(order: PayOrder): Promise<PayOutcome | undefined>
  /** Rejects when the order may have arrived and there is no answer. */
  order(order: PayOrder): Promise<Answer>
  /** The conclusion of both; `poll` is undefined if no poll was needed, or the node did not answer it. */
  toOutcome(answer: Answer | NotSent, poll: PolledPayment | undefined): PayOutcome
}

/**
 * Pays through a node that would pay a hash again, and stores no ids of ours. Before each payment the node is queried
 * whether one is pending; calls of this process are tracked here. A failure is attributed by the mark that was stored
 * before the attempt was sent.
 */
export function createPayByHash<Answer extends { readonly says: string }>(
  node: PayByHash<Answer>,
): Required<Pick<FundingSource, 'attemptMark' | 'pay' | 'outgoingStatus'>> {
  const { marks = marksOfOneRecord(node) } = node
  const guard = createOnceGuard()
  const poll = (paymentHash: string): Promise<PolledPayment | undefined> =>
    node.poll(paymentHash).catch(() => undefined)
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash } = order
    const [before, refusal] = await Promise.all([poll(paymentHash), node.refuse(order)])
    const kept = keepsFromPaying(before) ?? refusal
    if (kept !== undefined) return kept
    const answer = await sendOrder(() => node.order(order))
    const needsPoll = answer.says === 'sent' || answer.says === 'failed'
    return node.toOutcome(answer, needsPoll ? await poll(paymentHash) : undefined)
  }
  return {
    attemptMark: marks.mark,
    pay: (order) => guard.pay(order, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.poll(query, async (): Promise<OutgoingStatus> => {
        const { paymentHash, attemptId, elsewhereSince } = query
        const mark = elsewhereSince === undefined ? query.mark : marks.markAt(elsewhereSince)
        const known = await node.poll(paymentHash)
        if (known.status === 'pending' && mark !== undefined && !(await marks.isBegun(mark, paymentHash))) {
          return { status: 'pending', unheard: true }
        }
        if (known.status !== 'failed') return known
        // Without a mark the failure may be that of any attempt.
        if (mark === undefined) return { status: 'not_found', unattributed: true }
        if (!(await marks.isAfter(mark, paymentHash, known))) return { status: 'not_found' }
        return { status: 'failed', reason: 'not_delivered', attemptId }
      }),
  }
}

/** For a node with one record for a hash, which each attempt overwrites. */
const marksOfOneRecord = ({ poll }: Pick<PayByHash<never>, 'poll'>): AttemptMarks => ({
  async mark(paymentHash) {
    const known = await poll(paymentHash)
    // The record could not distinguish its outcome from that of our payment.
    if (known.status === 'pending') throw new Error('the node is paying this invoice already')
    return known.status === 'failed' ? String(known.mark) : ''
  },
  markAt: (seconds) => `${SINCE}${seconds}`,
  // No mark is made while a payment is pending.
  isBegun: () => Promise.resolve(true),
  isAfter: async (mark, _paymentHash, failure) =>
    mark.startsWith(SINCE) ? failure.atMs >= Number(mark.slice(SINCE.length)) * 1000 : String(failure.mark) !== mark,
})

const SINCE = 'since '

/** A failure as reported by nodes that know one attempt for a hash, by any caller, and none of our ids. */
interface DatedFailure {
  /** Distinguishes it from other failures of the same hash. */
  readonly mark: string | number
  readonly atMs: number
}
