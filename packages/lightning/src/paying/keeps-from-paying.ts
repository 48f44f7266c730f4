import type { PayOutcome } from '../port/funding-source.ts'

/**
 * The answer instead of sending an order, by the state of the hash at `who`; `known` undefined = no answer. Undefined
 * if the order may be sent.
 */
export function keepsFromPaying(
  known: { readonly status: PayOutcome['status'] | 'not_found' } | undefined,
  who: string,
): PayOutcome | undefined {
  if (known === undefined) return notSent(`${who} does not answer. Nothing was sent.`)
  if (known.status === 'settled') return notSent(`${who} has paid this invoice before.`)
  return known.status === 'pending' ? { status: 'pending' } : undefined
}

export const notSent = (reason: string): PayOutcome => ({ status: 'not_sent', reason })
