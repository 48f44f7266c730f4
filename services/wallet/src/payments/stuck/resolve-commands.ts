import { ServiceError } from '@satchel/http/service-error'
import { type Msat, msat } from '@satchel/money/units'
import { type Change, defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { appendEvents } from '../../events/event-log.ts'
import {
  creditAtOwnLoss,
  resolveAsReleased,
  resolveAsSent,
  resolveAsTransferred,
} from '../../ledger/resolution-postings.ts'
import { isWalletOpen } from '../../wallets/wallet-store.ts'
import { creditReceipt } from '../invoice-commands.ts'
import type { Payment } from '../payment.ts'
import { findPayment, moveState, tryMove } from '../payment-store.ts'
import { countFinished, tallySuccess } from '../payment-tallies.ts'
import { uncountSpending } from '../spend-limits.ts'

/** What the operator decided, and all that a later reader has to know about it. */
export interface Decision {
  readonly outcome: 'paid' | 'failed'
  /** The operator insisted, whatever the node said. */
  readonly forced: boolean
  readonly nodeAnswer: string
  readonly reason: string
  readonly actor: Actor
  /** Unix seconds. */
  readonly at: number
}

export interface ResolveSend {
  /** As the operator saw it: its state and attempt are the condition. */
  readonly payment: Payment
  readonly decision: Decision
  readonly feeMsat: Msat
  /** Null: paid without a proof, which the audit accepts for resolved payments only. */
  readonly preimage: string | null
  /** When the node is asked once more about one that was resolved as failed, Unix milliseconds. */
  readonly checkAgainAt: number
}

/** Ends a payment to another node. False: it is in another state by now, and nothing has changed. */
export const resolveSend = defineCommand('resolve-send', async (tx, input: ResolveSend): Promise<boolean> => {
  const { payment, decision, preimage } = input
  const { checkingId, walletId, amountMsat, feeLimitMsat, state, attempt } = payment
  const { at } = decision
  const movement = { reference: checkingId, at }
  if (decision.outcome === 'failed') {
    const set = { failure: failureOf(decision), finished_at: at, due_at: input.checkAgainAt, looks: 0 }
    if (!(await tryMove(tx, { checkingId, from: [state], to: 'failed', attempt, set }))) return false
    const reservedMsat = msat(amountMsat + feeLimitMsat)
    await conclude(tx, payment, decision, [
      ...resolveAsReleased(movement, walletId, reservedMsat),
      ...uncountSpending(payment.countedIn, reservedMsat),
    ])
    return true
  }
  const chargedMsat = input.feeMsat < feeLimitMsat ? input.feeMsat : feeLimitMsat
  const set = { fee_msat: chargedMsat, preimage, finished_at: at, due_at: null }
  if (!(await tryMove(tx, { checkingId, from: [state], to: 'success', attempt, set }))) return false
  const spent = { amount: amountMsat, fee: input.feeMsat, feeReserve: feeLimitMsat }
  await conclude(tx, payment, decision, [
    ...resolveAsSent(movement, walletId, spent),
    ...uncountSpending(payment.countedIn, feeLimitMsat - chargedMsat),
  ])
  return true
})

export interface ResolveInvoice {
  readonly payment: Payment
  readonly decision: Decision
  /** What the node says it received for it; undefined = nothing, so that `paid` is at the loss of the house. */
  readonly receivedMsat: Msat | undefined
}

/** Ends an invoice that nobody inside is paying. False: it is in another state by now, and nothing has changed. */
export const resolveInvoice = defineCommand('resolve-invoice', async (tx, input: ResolveInvoice): Promise<boolean> => {
  const { payment, decision, receivedMsat } = input
  const { checkingId, state } = payment
  const { at } = decision
  if (!(await hasSamePeer(tx, payment))) return false
  if (decision.outcome === 'failed') {
    const set = { failure: failureOf(decision), finished_at: at, due_at: null, peer_id: null }
    if (!(await tryMove(tx, { checkingId, from: [state], to: 'failed', set }))) return false
    await conclude(tx, payment, decision, [])
    return true
  }
  // A payer that is over did not pay it.
  if (!(await tryMove(tx, { checkingId, from: [state], to: state, set: { peer_id: null } }))) return false
  if (receivedMsat !== undefined) {
    const receipt = {
      receiptId: '',
      paymentHash: payment.paymentHash,
      kind: 'settled',
      amountMsat: receivedMsat,
    } as const
    await creditReceipt.run(tx, { receipt, at })
    const now = await findPayment(tx, checkingId)
    if (now?.state === 'success') {
      await note(tx, payment, decision)
      return true
    }
    // Less than the invoice, or for a wallet that is full or gone: it is in the books as surplus.
    if (!decision.forced) {
      const detail =
        'What the node received could not be credited and is in the books as surplus. Give "force": true to credit the invoice at the loss of the house.'
      throw new ServiceError('conflict', detail)
    }
  }
  if (!(await isWalletOpen(tx, payment.walletId))) {
    throw new ServiceError('bad_request', 'The wallet is closed: it can be resolved as failed only.')
  }
  const set = { finished_at: at, due_at: null }
  await tx.run(moveState({ checkingId, from: [state], to: 'success', set }))
  await conclude(
    tx,
    payment,
    decision,
    creditAtOwnLoss({ reference: checkingId, at }, payment.walletId, payment.amountMsat),
  )
  return true
})

export interface ResolveInside {
  readonly invoice: Payment
  readonly payer: Payment
  readonly decision: Decision
  /** When the node is asked to close the invoice, Unix milliseconds; undefined = it need not. */
  readonly closeOwedUntil: number | undefined
}

/** Both sides of a payment between wallets, or neither (money-safety A4). False: one of them is in another state. */
export const resolveInside = defineCommand('resolve-inside', async (tx, input: ResolveInside): Promise<boolean> => {
  const { invoice, payer, decision, closeOwedUntil } = input
  const { at } = decision
  if (!(await hasSamePeer(tx, invoice)) || !(await hasSamePeer(tx, payer))) return false
  const paid = decision.outcome === 'paid'
  const to = paid ? 'success' : 'failed'
  const ended = { finished_at: at, ...(paid ? {} : { failure: failureOf(decision) }) }
  const closing = { due_at: closeOwedUntil ?? null, close_owed: closeOwedUntil === undefined ? 0 : 1 }
  const ofInvoice = { ...ended, ...(paid ? closing : { due_at: null }) }
  const ofPayer = { ...ended, ...(paid ? { preimage: invoice.preimage ?? null } : {}) }
  if (!(await tryMove(tx, { checkingId: invoice.checkingId, from: [invoice.state], to, set: ofInvoice }))) return false
  const otherwise = () => new ServiceError('conflict', 'The payment has changed meanwhile: read it again.')
  await tx.run({ ...moveState({ checkingId: payer.checkingId, from: [payer.state], to, set: ofPayer }), otherwise })
  const movement = { reference: payer.checkingId, at }
  const amount = msat(payer.amountMsat)
  await conclude(
    tx,
    payer,
    decision,
    paid
      ? resolveAsTransferred(movement, payer.walletId, invoice.walletId, amount)
      : [...resolveAsReleased(movement, payer.walletId, amount), ...uncountSpending(payer.countedIn, amount)],
  )
  await conclude(tx, invoice, decision, [])
  return true
})

export interface ReleasePayer {
  readonly payer: Payment
  readonly decision: Decision
}

/** Gives a payer inside his money back whose invoice is over or waits for another one. */
export const releasePayer = defineCommand(
  'release-payer',
  async (tx, { payer, decision }: ReleasePayer): Promise<boolean> => {
    const { checkingId, walletId, amountMsat, state } = payer
    const set = { failure: failureOf(decision), finished_at: decision.at }
    if (!(await tryMove(tx, { checkingId, from: [state], to: 'failed', set }))) return false
    await conclude(tx, payer, decision, [
      ...resolveAsReleased({ reference: checkingId, at: decision.at }, walletId, amountMsat),
      ...uncountSpending(payer.countedIn, amountMsat),
    ])
    return true
  },
)

/** An invoice may have been left by one payer and claimed by the next since it was read: the state is the same then. */
const hasSamePeer = async (tx: Tx, { checkingId, peerId }: Payment): Promise<boolean> =>
  (await findPayment(tx, checkingId))?.peerId === peerId

const failureOf = ({ reason }: Decision): string => `Resolved by the operator: ${reason}`

/** The postings, and what every end of a payment brings with it. */
async function conclude(tx: Tx, payment: Payment, decision: Decision, changes: readonly Change[]): Promise<void> {
  const { walletId, checkingId, direction } = payment
  const paid = decision.outcome === 'paid'
  await tx.together(changes)
  await tx.run(countFinished(payment, paid ? 'success' : 'failed'))
  if (paid) await tx.run(tallySuccess([payment]))
  await tx.run(appendEvents(decision.at, [{ kind: EVENTS[`${direction} ${decision.outcome}`], walletId, checkingId }]))
  await note(tx, payment, decision)
}

const EVENTS = {
  'out paid': 'payment-sent',
  'out failed': 'payment-failed',
  'in paid': 'payment-received',
  'in failed': 'invoice-cancelled',
} as const

async function note(tx: Tx, payment: Payment, decision: Decision): Promise<void> {
  const { checkingId, state, amountMsat } = payment
  const { outcome, forced, nodeAnswer, reason, actor, at } = decision
  await tx.run({
    sql: `INSERT INTO resolutions (checking_id, outcome, state_before, node_answer, forced, reason, resolved_by, at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    params: [checkingId, outcome, state, nodeAnswer, forced ? 1 : 0, reason, actor.id, at],
    rows: 1,
  })
  const detail = { outcome, forced, reason, state, node_answer: nodeAnswer, amount_msat: String(amountMsat) }
  await tx.run(noteInAuditLog({ actor, action: 'payment-resolved', subject: checkingId, detail, at }))
}
