import type { Book, Decision } from './decision.ts'
import type { Answer, Ask, NodeSentPayment } from '../journal/node-calls.ts'
import type { Attempt } from '../journal/node-state.ts'

/** The node's list of payments, as it sees them. What it learns of later is not in it yet, nor what came after that. */
export function decideSent({ state, now }: Book, { cursor, limit }: Ask<'sent'>): Decision<Answer<'sent'>> {
  const unregistered = state.attempts.findIndex(({ plan }) => (plan.registeredAt ?? 0) > now)
  const end = unregistered === -1 ? state.attempts.length : unregistered
  if (cursor === undefined) return { answer: { payments: [], cursor: String(end) } }
  const page = state.attempts.slice(Number(cursor), Math.min(end, Number(cursor) + limit))
  return { answer: { payments: page.map(toSent), cursor: String(Number(cursor) + page.length) } }
}

const toSent = ({ hash, attemptId, amountMsat, truth, plan }: Attempt): NodeSentPayment => ({
  paymentHash: hash,
  status: truth?.status ?? (plan.saysFailed === undefined ? 'in_flight' : 'failed'),
  amountMsat,
  feeMsat: truth?.status === 'settled' ? truth.feeMsat : undefined,
  attemptId,
})
