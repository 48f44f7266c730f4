import { invalid, ServiceError } from '@satchel/http/service-error'
import { type Msat, msat } from '@satchel/money/units'
import { unixSeconds } from '../../clock.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import type { OutgoingStatus } from '../../funding/funding-source.ts'
import { bookAccepted } from '../../ledger/resolution-postings.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { within } from '../within.ts'
import { type AcceptedPayment, insertAccepted } from './accepted-payment-store.ts'
import { OPERATOR_MS } from './ask-node.ts'

export interface Acceptance {
  readonly paymentHash: string
  /** Needed where the books have no payment of this hash. */
  readonly amountMsat: Msat | undefined
  /** Needed where the node does not tell it. */
  readonly feeMsat: Msat | undefined
  readonly reason: string
  /** Although the node does not say that it paid. */
  readonly force: boolean
  readonly actor: Actor
}

/**
 * Books a payment that the operator made at the node himself as a loss of the house, once, so that books and node agree
 * again. Refused with `conflict` when the node does not say that it paid, unless forced, and when it is in the books.
 */
export async function acceptNodePayment(deps: PaymentDeps, acceptance: Acceptance): Promise<AcceptedPayment> {
  const { paymentHash, reason, actor } = acceptance
  const said = await findAtNodes(deps, paymentHash)
  if (said?.status !== 'settled' && !acceptance.force) {
    const nodeAnswer = said?.status ?? 'no answer'
    const detail = `The node does not say that it paid: ${nodeAnswer}. Give "force": true if you know that it did.`
    throw new ServiceError('conflict', detail, [], { fields: { node_answer: nodeAnswer } })
  }
  const amountMsat = acceptance.amountMsat ?? (await findFailedAmount(deps, paymentHash))
  const feeMsat = acceptance.feeMsat ?? (said?.status === 'settled' ? said.feeMsat : undefined)
  if (amountMsat === undefined) throw missing('amount_msat', 'the books have no payment of this hash')
  if (feeMsat === undefined) throw missing('fee_msat', 'the node does not say what it paid as a fee')
  const payment = { paymentHash, amountMsat, feeMsat, reason, acceptedBy: actor.id, at: unixSeconds(deps.clock) }
  await deps.db.transact(acceptPayment, { payment, actor })
  return payment
}

/** The first node that knows more of it than nothing; undefined = none answered. */
async function findAtNodes({ funding }: PaymentDeps, paymentHash: string): Promise<OutgoingStatus | undefined> {
  // No attempt of ours: what the node knows of the hash at all.
  const query = { paymentHash, attemptId: `accepted/${paymentHash}` }
  const answers = await Promise.all(
    funding.all.map((node) => within(OPERATOR_MS, node.outgoingStatus(query)).catch(() => undefined)),
  )
  return answers.find((answer) => answer?.status === 'settled') ?? answers.find((answer) => answer !== undefined)
}

const findFailedAmount = ({ db }: PaymentDeps, paymentHash: string): Promise<Msat | undefined> =>
  db.first(
    `SELECT amount_msat FROM payments WHERE payment_hash = $1 AND direction = 'out' AND failure IS NOT NULL
     ORDER BY seq DESC LIMIT 1`,
    [paymentHash],
    (row: { amount_msat: bigint }) => msat(row.amount_msat),
  )

const missing = (field: string, why: string): ServiceError =>
  invalid({ type: 'missing', loc: ['body', field], msg: `Field required: ${why}`, input: null })

export const acceptPayment = defineCommand(
  'accept-node-payment',
  async (tx, { payment, actor }: { payment: AcceptedPayment; actor: Actor }): Promise<void> => {
    const { paymentHash, amountMsat, feeMsat, reason, at } = payment
    await requireNotBooked(tx, paymentHash)
    if ((await tx.run(insertAccepted(payment))) === 0) throw conflict('It was accepted before.')
    await tx.together(bookAccepted({ reference: paymentHash, at }, msat(amountMsat + feeMsat)))
    const detail = { reason, amount_msat: String(amountMsat), fee_msat: String(feeMsat) }
    await tx.run(noteInAuditLog({ actor, action: 'node-payment-accepted', subject: paymentHash, detail, at }))
  },
)

/** Money that is in the books already must not be booked a second time. */
async function requireNotBooked(tx: Tx, paymentHash: string): Promise<void> {
  const live = await tx.first(
    `SELECT state FROM payments WHERE payment_hash = $1 AND direction = 'out' AND failure IS NULL`,
    [paymentHash],
    (row: { state: string }) => row.state,
  )
  if (live !== undefined) throw conflict(`It is in the books: a payment of this hash is ${live}.`)
  const lost = await tx.first(
    `SELECT id FROM alarms WHERE kind = 'failed-but-paid' AND (reference = $1 OR reference IN (
       SELECT checking_id FROM payments WHERE payment_hash = $1 AND direction = 'out' AND failure IS NOT NULL))`,
    [paymentHash],
    (row) => row,
  )
  if (lost !== undefined) throw conflict('It is in the books: the house has borne it as a loss.')
}

const conflict = (detail: string): ServiceError => new ServiceError('conflict', detail)
