import type { Msat } from '@satchel/money/units'
import { createEarlierFailures, type DatedFailure } from './earlier-failures.ts'
import type { FundingSource, OutgoingStatus, PayOrder, PayOutcome } from './funding-source.ts'
import { keepsFromPaying } from './keeps-from-paying.ts'
import { createOnceGuard } from './once-guard.ts'
import { type NotSent, sendOrder } from './send-order.ts'

/** What a node that keeps one record for a hash, whoever ordered the payment, shows of it. */
export type OutgoingLook =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | ({ readonly status: 'failed' } & DatedFailure)
  | { readonly status: 'pending' | 'not_found' }

export interface PayByHash<Answer extends { readonly says: string }> {
  /** What the operator and the payer know it as. */
  readonly who: string
  /** Rejects without an answer. */
  look(paymentHash: string): Promise<OutgoingLook>
  /** Why this order cannot be taken, whatever is known of its hash; undefined = it can. */
  refuse(order: PayOrder): Promise<PayOutcome | undefined>
  /** Rejects when the order may have arrived and there is no answer. */
  order(order: PayOrder): Promise<Answer>
  /** What follows from both; `look` is undefined when it was not needed, or nobody could be asked. */
  toOutcome(answer: Answer | NotSent, look: OutgoingLook | undefined): PayOutcome
}

/**
 * Paying through a node that would pay a hash again, and knows none of our ids: whether a payment is on its way is known
 * here for this process's own calls, and asked of the node before each payment for those of others.
 */
export function createPayByHash<Answer extends { readonly says: string }>(
  node: PayByHash<Answer>,
): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const { who } = node
  const guard = createOnceGuard()
  const earlier = createEarlierFailures()
  const look = (paymentHash: string): Promise<OutgoingLook | undefined> => node.look(paymentHash).catch(() => undefined)
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash } = order
    const [before, refusal] = await Promise.all([look(paymentHash), node.refuse(order)])
    const kept = keepsFromPaying(before, who) ?? refusal
    if (kept !== undefined) return kept
    if (before?.status === 'failed') earlier.note(paymentHash, before)
    const answer = await sendOrder(() => node.order(order), who)
    const needsLook = answer.says === 'sent' || answer.says === 'failed'
    const outcome = node.toOutcome(answer, needsLook ? await look(paymentHash) : undefined)
    if (outcome.status !== 'pending') earlier.forget(paymentHash)
    return outcome
  }
  return {
    pay: (order) => guard.pay(order.paymentHash, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.look(query.paymentHash, async (): Promise<OutgoingStatus> => {
        const known = await node.look(query.paymentHash)
        if (known.status !== 'failed') return known
        if (earlier.has(query, known)) return { status: 'not_found' }
        return { status: 'failed', reason: `${who} gave the payment up.`, attemptId: query.attemptId }
      }),
  }
}
