import type { OutgoingStatus, PayOutcome } from './funding-source.ts'

/** For nodes that would pay one hash twice, or cannot yet tell of a payment that they have just been sent. */
export interface OnceGuard {
  /** Pending, and nothing is sent, while an earlier call for this hash is open in this process. */
  pay(paymentHash: string, send: () => Promise<PayOutcome>): Promise<PayOutcome>
  /** What the node says of a hash; while our own call is open it can neither be failed nor missing. */
  look(paymentHash: string, ask: () => Promise<OutgoingStatus>): Promise<OutgoingStatus>
}

export function createOnceGuard(): OnceGuard {
  const open = new Set<string>()
  return {
    async pay(paymentHash, send) {
      if (open.has(paymentHash)) return { status: 'pending' }
      open.add(paymentHash)
      try {
        return await send()
      } finally {
        open.delete(paymentHash)
      }
    },
    async look(paymentHash, ask) {
      const wasOpen = open.has(paymentHash)
      const answer = await ask()
      const isOpen = wasOpen || open.has(paymentHash)
      return isOpen && answer.status !== 'settled' ? { status: 'pending' } : answer
    },
  }
}
