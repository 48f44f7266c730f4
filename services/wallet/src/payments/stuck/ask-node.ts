import type { IncomingStatus, OutgoingStatus } from '@satchel/lightning/port/funding-source'
import { within } from '../../base/within.ts'
import { hasSameHistory } from '../history/node-history.ts'
import { provesPayment } from '../sending/conclude-send.ts'
import { attemptIdOf, attemptQuery, type Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'

/** The node's current answer about a payment. `none`: no answer, which proves nothing. */
export type NodeAnswer =
  | { readonly of: 'out'; readonly answer: OutgoingStatus }
  | { readonly of: 'in'; readonly answer: IncomingStatus }
  | { readonly of: 'none'; readonly problem: string }

/** How long an operator waits for the node. */
export const OPERATOR_MS = 5000

/** Asks the payment's node; for an internal payment, about its invoice. Never rejects. */
export async function askNode(deps: PaymentDeps, payment: Payment): Promise<NodeAnswer> {
  const node = deps.funding.of(payment.sourceId)
  try {
    if (payment.direction === 'out' && payment.peerId === undefined) {
      const answer = await within(OPERATOR_MS, node.outgoingStatus(attemptQuery(payment)))
      // A restored node may have paid before what it reports as failed.
      const isHistoryLost = answer?.status === 'failed' && !(await hasSameHistory(deps, payment.sourceId))
      if (isHistoryLost) return { of: 'none', problem: 'the node has lost part of its history' }
      return answer === undefined ? SILENT : { of: 'out', answer }
    }
    const answer = await within(OPERATOR_MS, node.incomingStatus(payment.paymentHash))
    if (answer?.status !== 'settled' || payment.hold === '') return answer === undefined ? SILENT : { of: 'in', answer }
    // The node may call a hold settled before it has the money.
    const claim = await within(OPERATOR_MS, node.holdClaim?.(payment.paymentHash) ?? Promise.resolve('taken' as const))
    if (claim === undefined) return SILENT
    if (claim === 'lost') return { of: 'in', answer: { status: 'closed' } }
    return { of: 'in', answer: claim === 'taken' ? answer : { ...answer, status: 'held' } }
  } catch (error) {
    return { of: 'none', problem: error instanceof Error ? error.message : String(error) }
  }
}

const SILENT: NodeAnswer = { of: 'none', problem: `nothing within ${OPERATOR_MS / 1000} s` }

/** The answer as a short text, for people: `failed: no_route`, `held, 77000 msat`, `no answer: …`. */
export function describeAnswer(payment: Payment, said: NodeAnswer): string {
  if (said.of === 'none') return `no answer: ${said.problem}`
  const { answer } = said
  if ('amountMsat' in answer) return `${answer.status}, ${answer.amountMsat} msat`
  if ('feeMsat' in answer) {
    const proof = provesPayment(payment, answer.preimage) ? 'with its preimage' : 'without a valid preimage'
    return `settled, fee ${answer.feeMsat} msat, ${proof}`
  }
  if (answer.status !== 'failed') return answer.status
  const isOurs = answer.attemptId === attemptIdOf(payment)
  const why = answer.nodeAnswer ?? answer.reason
  return isOurs ? `failed: ${why}` : `an earlier attempt failed: ${why}`
}
