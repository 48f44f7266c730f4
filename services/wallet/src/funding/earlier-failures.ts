import type { OutgoingQuery } from './funding-source.ts'

/** A failure as nodes tell it that know one attempt for a hash, whoever made it, and none of our ids. */
export interface DatedFailure {
  /** What tells it from other failures of the same hash. */
  readonly mark: string | number
  readonly atMs: number
}

/** Which failures are those of attempts before ours: the node's word about them is no news of ours. */
export interface EarlierFailures {
  /** It stood there when we were about to order. */
  note(paymentHash: string, failure: DatedFailure): void
  /** Our order has ended, so what the node says next is about it. */
  forget(paymentHash: string): void
  has(query: OutgoingQuery, failure: DatedFailure): boolean
}

export function createEarlierFailures(): EarlierFailures {
  const marks = new Map<string, string | number>()
  return {
    note: (paymentHash, { mark }) => void marks.set(paymentHash, mark),
    forget: (paymentHash) => void marks.delete(paymentHash),
    // Of attempts that other processes made before, only their time is known. Clocks that differ cost patience, no money.
    has: ({ paymentHash, begunAt = 0 }, { mark, atMs }) => mark === marks.get(paymentHash) || atMs < begunAt * 1000,
  }
}
