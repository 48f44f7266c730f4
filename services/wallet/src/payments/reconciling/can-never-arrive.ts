import { MISSING_GRACE_SECONDS, NODE_CLOCK_GRACE_SECONDS, type Send } from '../states/payment.ts'

/**
 * Whether a request unknown to the node can no longer be paid: the node begins no payment of an expired invoice. By the
 * node's own clock one answer is enough; else our clock decides, with a grace period on both sides (rule A17).
 */
export function canNeverArrive(
  answer: { readonly nodeTime?: number | undefined },
  payment: Send,
  now: number,
): boolean {
  if (answer.nodeTime !== undefined) return answer.nodeTime > payment.expiresAt + NODE_CLOCK_GRACE_SECONDS
  const { missingSince, expiresAt } = payment
  return (
    now > expiresAt + MISSING_GRACE_SECONDS && missingSince !== undefined && now - missingSince >= MISSING_GRACE_SECONDS
  )
}
