import { conflict, invalid, type ServiceError } from '@satchel/http/service-error'
import type { OutgoingStatus } from '@satchel/lightning/port/funding-source'
import { type Msat, msat } from '@satchel/money/units'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { bookAccepted } from '../../ledger/resolution-postings.ts'
import { type AcceptedPayment, insertAccepted } from '../states/accepted-payment-store.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { OPERATOR_MS } from './ask-node.ts'

export interface Acceptance {
  readonly paymentHash: string
  /** Needed where the books have no payment of this hash. */
  readonly amountMsat: Msat | undefined
  /** Required if the node does not report it. */
  readonly feeMsat: Msat | undefined
  readonly reason: string
  /** Book it even if the node does not confirm it. */
  readonly force: boolean
  readonly actor: Actor
}

/**
 * Books a payment that the operator made directly at the node as a loss, once, so that books and node agree again.
 * Throws 409 if the node does not confirm it, unless forced, and if it is already booked.
 */
export async function acceptNodePayment(deps: PaymentDeps, acceptance: Acceptance): Promise<AcceptedPayment> {
  const { paymentHash, reason, actor } = acceptance
  const said = await findAtNodes(deps, paymentHash)
  if (said?.status !== 'settled' && !acceptance.force) {
    const nodeAnswer = said?.status ?? 'no answer'
    const detail = `The node does not say that it paid: ${nodeAnswer}. Give "force": true if you know that it did.`
    throw conflict(detail, { code: 'not_confirmed', fields: { node_answer: nodeAnswer } })
  }
  const amountMsat = acceptance.amountMsat ?? (await findFailedAmount(deps, paymentHash))
  const feeMsat = acceptance.feeMsat ?? (said?.status === 'settled' ? said.feeMsat : undefined)
  if (amountMsat === undefined) throw missing('amount_msat', 'the books have no payment of this hash')
  if (feeMsat === undefined) throw missing('fee_msat', 'the node does not say what it paid as a fee')
  const payment = { paymentHash, amountMsat, feeMsat, reason, acceptedBy: actor.id, at: unixSeconds(deps.clock) }
  await deps.db.transact(acceptPayment, { payment, actor })
  return payment
}

/** The answer of a node that has paid it, else of the first node that answered; undefined = no node answered. */
async function findAtNodes({ funding }: PaymentDeps, paymentHash: string): Promise<OutgoingStatus | undefined> {
  // Not an attempt of ours: asks for any payment of the hash.
  const query = { paymentHash, attemptId: `accepted/${paymentHash}` }
  const answers = await Promise.all(
    funding.all.map((node) => within(OPERATOR_MS, node.outgoingStatus(query)).catch(() => undefined)),
  )
  return answers.find((answer) => answer?.status === 'settled') ?? answers.find((answer) => answer !== undefined)
}

/** Amount of a failed attempt at a node; failed internal payments were never at a node. */
const findFailedAmount = ({ db }: PaymentDeps, paymentHash: string): Promise<Msat | undefined> =>
  db.first(
    `SELECT amount_msat FROM payments WHERE payment_hash = $1 AND direction = 'out' AND failure IS NOT NULL
     AND peer_id IS NULL ORDER BY seq DESC LIMIT 1`,
    [paymentHash],
    (row: { amount_msat: bigint }) => msat(row.amount_msat),
  )

const missing = (field: string, why: string): ServiceError =>
  invalid({ type: 'missing', loc: ['body', field], msg: `Field required: ${why}`, input: null })

export const acceptPayment = defineCommand({
  name: 'accept-node-payment',
  run: async (tx, { payment, actor }: { payment: AcceptedPayment; actor: Actor }): Promise<void> => {
    const { paymentHash, amountMsat, feeMsat, reason, at } = payment
    await requireNotBooked(tx, paymentHash)
    if ((await tx.run(insertAccepted(payment))) === 0) throw conflict('This payment was accepted before.')
    await tx.together(bookAccepted({ reference: paymentHash, at }, msat(amountMsat + feeMsat)))
    const detail = { reason, amount_msat: String(amountMsat), fee_msat: String(feeMsat) }
    await tx.run(noteInAuditLog({ actor, action: 'node-payment-accepted', subject: paymentHash, detail, at }))
  },
})

/**
 * Rejects a payment that is already booked. An internal payment to a hold invoice whose maker chose the hash does not
 * count: the node has paid another node's invoice with that hash.
 */
async function requireNotBooked(tx: Tx, paymentHash: string): Promise<void> {
  const live = await tx.first(
    `SELECT state FROM payments WHERE payment_hash = $1 AND direction = 'out' AND failure IS NULL
     AND NOT EXISTS (SELECT 1 FROM payments i WHERE i.checking_id = payments.peer_id AND i.hold = 'theirs')`,
    [paymentHash],
    (row: { state: string }) => row.state,
  )
  if (live !== undefined) throw conflict(`The books already have a payment with this hash; it is ${live}.`)
  const lost = await tx.first(
    `SELECT id FROM alarms WHERE kind = 'failed-but-paid' AND (reference = $1 OR reference IN (
       SELECT checking_id FROM payments WHERE payment_hash = $1 AND direction = 'out' AND failure IS NOT NULL))`,
    [paymentHash],
    (row) => row,
  )
  if (lost !== undefined) throw conflict('The books already have this payment as a loss of the house.')
}
