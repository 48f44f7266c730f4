import type { PayOutcome } from '../port/funding-source.ts'

/**
 * What is answered instead of sending an order, by what `who` knows of the hash before it; `known` undefined = does not
 * answer. Undefined where nothing keeps us from paying.
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
