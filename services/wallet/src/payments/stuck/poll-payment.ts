import { defineCommand } from '../../db/database.ts'
import { concludeSend } from '../sending/conclude-send.ts'
import { carryOutHold } from '../receiving/decide-hold.ts'
import { findPair, finishInside } from '../sending/pay-inside.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findPayment } from '../states/payment-store.ts'
import { within } from '../states/within.ts'
import { askNode, describeAnswer, OPERATOR_MS } from './ask-node.ts'

export interface Polled {
  /** In words. */
  readonly nodeAnswer: string
  /** The state is another one than before. */
  readonly changed: boolean
}

/**
 * Asks the node about a payment now and draws the conclusion that the reconciler would draw, with the same functions. A
 * node that does not answer changes nothing. At most about ten seconds.
 */
export async function pollPayment(deps: PaymentDeps, payment: Payment): Promise<Polled> {
  const said = await askNode(deps, payment)
  const nodeAnswer = describeAnswer(payment, said)
  await deps.db.transact(noteNodeAnswer, { checkingId: payment.checkingId, nodeAnswer })
  if (said.of === 'out' && payment.direction === 'out' && said.answer.status !== 'not_found') {
    await concludeSend(deps, payment, said.answer)
  }
  if (said.of === 'in') await within(OPERATOR_MS, carryOn(deps, payment))
  const now = await findPayment(deps.db, payment.checkingId)
  return { nodeAnswer, changed: now?.state !== payment.state }
}

/** Retries the decision about an invoice; a node that rejects it is no error. */
async function carryOn(deps: PaymentDeps, payment: Payment): Promise<void> {
  const invoice = payment.direction === 'in' ? payment : await findPayment(deps.db, payment.peerId ?? '')
  if (invoice === undefined) return
  try {
    await carryOutHold(deps, invoice)
    const pair = invoice.state === 'closing' ? await findPair(deps, invoice) : undefined
    if (pair !== undefined) await finishInside(deps, invoice, pair.outgoing)
  } catch (error) {
    deps.log.warn({ payment: invoice.checkingId, err: error }, 'the node did not do what was decided about a hold')
  }
}

export const noteNodeAnswer = defineCommand({
  name: 'note-node-answer',
  run: (tx, { checkingId, nodeAnswer }: { checkingId: string; nodeAnswer: string }) =>
    tx.run({ sql: 'UPDATE payments SET node_answer = $2 WHERE checking_id = $1', params: [checkingId, nodeAnswer] }),
})
