import { within } from '../../base/within.ts'
import { defineCommand } from '../../db/database.ts'
import { carryOutHold } from '../receiving/decide-hold.ts'
import { concludeSend } from '../sending/conclude-send.ts'
import { findPair, finishInside } from '../sending/pay-inside.ts'
import { nodeLog } from '../states/node-log.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findPayment } from '../states/payment-store.ts'
import { askNode, describeAnswer, OPERATOR_MS } from './ask-node.ts'

export interface Polled {
  /** The node's answer as text. */
  readonly nodeAnswer: string
  /** The state is another one than before. */
  readonly changed: boolean
}

/**
 * Asks the node about a payment now and concludes like the reconciler, with the same functions. Without an answer
 * nothing changes. Takes at most about ten seconds.
 */
export async function pollPayment(deps: PaymentDeps, payment: Payment): Promise<Polled> {
  const said = await askNode(deps, payment)
  if (said.of === 'out' && payment.direction === 'out' && said.answer.status !== 'not_found') {
    await concludeSend(deps, payment, said.answer)
  }
  const problem = said.of === 'in' ? await within(OPERATOR_MS, carryOn(deps, payment)) : undefined
  const nodeAnswer = [describeAnswer(payment, said), ...(problem === undefined ? [] : [problem])]
    .join('; ')
    .slice(0, 200)
  await deps.db.transact(noteNodeAnswer, { checkingId: payment.checkingId, nodeAnswer })
  const now = await findPayment(deps.db, payment.checkingId)
  return { nodeAnswer, changed: now?.state !== payment.state }
}

/** Retries the decision about an invoice. A rejection by the node is returned as text, not thrown. */
async function carryOn(deps: PaymentDeps, payment: Payment): Promise<string | undefined> {
  const invoice = payment.direction === 'in' ? payment : await findPayment(deps.db, payment.peerId ?? '')
  if (invoice === undefined) return undefined
  try {
    await carryOutHold(deps, invoice)
    const pair = invoice.state === 'closing' ? await findPair(deps, invoice) : undefined
    if (pair !== undefined) await finishInside(deps, invoice, pair.outgoing)
    return undefined
  } catch (error) {
    nodeLog(deps).warn(
      { payment: invoice.checkingId, err: error },
      'the node did not carry out the decision about a hold',
    )
    return `${invoice.state} was rejected: ${error instanceof Error ? error.message : String(error)}`
  }
}

export const noteNodeAnswer = defineCommand({
  name: 'note-node-answer',
  run: (tx, { checkingId, nodeAnswer }: { checkingId: string; nodeAnswer: string }) =>
    tx.run({ sql: 'UPDATE payments SET node_answer = $2 WHERE checking_id = $1', params: [checkingId, nodeAnswer] }),
})
