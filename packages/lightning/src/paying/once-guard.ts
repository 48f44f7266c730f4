import type { OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../port/funding-source.ts'

/** For nodes that would pay one hash twice, or do not list a payment immediately after it was sent. */
export interface OnceGuard {
  /** Pending, and nothing is sent, while an earlier call for this hash is open in this process. */
  pay(order: PayOrder, send: () => Promise<PayOutcome>): Promise<PayOutcome>
  /** The node's report about an attempt; while our own call for it is open it can neither be failed nor missing. */
  poll(query: OutgoingQuery, ask: () => Promise<OutgoingStatus>): Promise<OutgoingStatus>
}

export function createOnceGuard(): OnceGuard {
  /** Hash → the attempt whose call is open. */
  const open = new Map<string, string>()
  const isOpen = ({ paymentHash, attemptId }: OutgoingQuery): boolean => open.get(paymentHash) === attemptId
  return {
    async pay({ paymentHash, attemptId }, send) {
      if (open.has(paymentHash)) return { status: 'pending' }
      open.set(paymentHash, attemptId)
      try {
        return await send()
      } finally {
        open.delete(paymentHash)
      }
    },
    async poll(query, ask) {
      const wasOpen = isOpen(query)
      const answer = await ask()
      if ((!wasOpen && !isOpen(query)) || answer.status === 'settled') return answer
      return answer.status === 'not_found' ? { status: 'pending', unheard: true } : { status: 'pending' }
    },
  }
}
