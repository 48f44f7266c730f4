import type { FailureWord } from '../port/failure-words.ts'
import type { PayOutcome } from '../port/funding-source.ts'

/** The answer instead of sending an order, by the state of the hash; `known` undefined = no answer. Undefined if the order may be sent. */
export function keepsFromPaying(
  known: { readonly status: PayOutcome['status'] | 'not_found' } | undefined,
): PayOutcome | undefined {
  if (known === undefined) return notSent('node_unreachable')
  if (known.status === 'settled') return notSent('paid_before')
  return known.status === 'pending' ? { status: 'pending' } : undefined
}

export const notSent = (reason: FailureWord): PayOutcome => ({ status: 'not_sent', reason })
