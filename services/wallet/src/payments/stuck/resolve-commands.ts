import { badRequest, conflict } from '@satchel/http/service-error'
import { type Msat, msat } from '@satchel/money/units'
import { type Change, defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { appendEvent } from '../../events/event-log.ts'
import {
  creditAtOwnLoss,
  resolveAsReleased,
  resolveAsSent,
  resolveAsTransferred,
} from '../../ledger/resolution-postings.ts'
import { isWalletOpen } from '../../wallets/wallet-store.ts'
import { uncountSpending } from '../limits/spend-limits.ts'
import { creditReceipt } from '../receiving/invoice-commands.ts'
import { moveInvoice, moveSend, tryMoveInvoice, tryMoveSend } from '../states/move-payment.ts'
import type { Invoice, Payment, Send } from '../states/payment.ts'
import { findPayment } from '../states/payment-store.ts'
import { countFinished, tallySuccess } from '../states/payment-tallies.ts'
import { insertResolution } from '../states/resolution-store.ts'

/** The operator's decision, with all its data for later readers. */
export interface Decision {
  readonly outcome: 'paid' | 'failed'
  /** The operator insisted, in spite of the node's answer. */
  readonly forced: boolean
  readonly nodeAnswer: string
  readonly reason: string
  readonly actor: Actor
  /** Unix seconds. */
  readonly at: number
}

export interface ResolveSend {
  /** As the operator saw it: it must still have this state and attempt. */
  readonly payment: Send
  readonly decision: Decision
  readonly feeMsat: Msat
  /** Null: paid without a proof, which the audit accepts for resolved payments only. */
  readonly preimage: string | null
  /** When the node is polled once more after a resolution as failed, Unix milliseconds. */
  readonly checkAgainAt: number
}

/** Ends a payment to another node. False: it is in another state by now, and nothing has changed. */
export const resolveSend = defineCommand({
  name: 'resolve-send',
  run: async (tx, input: ResolveSend): Promise<boolean> => {
    const { payment, decision, preimage } = input
    const { checkingId, walletId, amountMsat, feeLimitMsat, state, attempt } = payment
    const { at } = decision
    const movement = { reference: checkingId, at }
    if (decision.outcome === 'failed') {
      const set = { failure: failureOf(decision), finishedAt: at, dueAt: input.checkAgainAt, polls: 0 }
      if (!(await tryMoveSend(tx, 'resolve as failed', { checkingId, seen: state, attempt, set }))) return false
      const reservedMsat = msat(amountMsat + feeLimitMsat)
      await conclude(tx, payment, decision, [
        ...resolveAsReleased(movement, walletId, reservedMsat),
        ...uncountSpending(payment.countedIn, reservedMsat),
      ])
      return true
    }
    const chargedMsat = input.feeMsat < feeLimitMsat ? input.feeMsat : feeLimitMsat
    const set = { feeMsat: chargedMsat, preimage, finishedAt: at, dueAt: null }
    if (!(await tryMoveSend(tx, 'resolve as paid', { checkingId, seen: state, attempt, set }))) return false
    const spent = { amount: amountMsat, fee: input.feeMsat, feeReserve: feeLimitMsat }
    await conclude(tx, payment, decision, [
      ...resolveAsSent(movement, walletId, spent),
      ...uncountSpending(payment.countedIn, feeLimitMsat - chargedMsat),
    ])
    return true
  },
})

export interface ResolveInvoice {
  readonly payment: Invoice
  readonly decision: Decision
  /** The amount that the node received for it; undefined = nothing, so that the operator bears the loss of `paid`. */
  readonly receivedMsat: Msat | undefined
  /** The node still has a hold: it is asked to return it, and a payment that arrives nevertheless is booked. */
  readonly closeOwed: boolean
}

/** Ends an invoice that no internal payment is paying. False: it is in another state by now; nothing has changed. */
export const resolveInvoice = defineCommand({
  name: 'resolve-invoice',
  run: async (tx, input: ResolveInvoice): Promise<boolean> => {
    const { payment, decision, receivedMsat } = input
    const { checkingId, state } = payment
    const { at } = decision
    if (!(await hasSamePeer(tx, payment))) return false
    if (decision.outcome === 'failed') {
      const { closeOwed } = input
      const dueAt = closeOwed ? at * 1000 : null
      const set = { failure: failureOf(decision), finishedAt: at, dueAt, closeOwed, polls: 0, peerId: null }
      if (!(await tryMoveInvoice(tx, 'resolve as failed', { checkingId, seen: state, set }))) return false
      await conclude(tx, payment, decision, [])
      return true
    }
    // A payer whose payment has ended has not paid the invoice.
    if ((await tx.run(forgetPeer(payment))) !== 1) return false
    if (receivedMsat !== undefined) {
      const receipt = {
        receiptId: '',
        paymentHash: payment.paymentHash,
        kind: 'settled',
        amountMsat: receivedMsat,
      } as const
      await creditReceipt.run(tx, { receipt, at, isProven: true })
      const now = await findPayment(tx, checkingId)
      if (now?.state === 'success') {
        await note(tx, payment, decision)
        return true
      }
      // Less than the invoice, or for a full or closed wallet: it is booked as surplus.
      if (!decision.forced) {
        const detail =
          'What the node received could not be credited and is in the books as surplus. Give "force": true to credit the invoice at the loss of the house.'
        throw conflict(detail)
      }
    }
    if (!(await isWalletOpen(tx, payment.walletId))) {
      throw badRequest('The wallet is closed; the payment can only be resolved as failed.')
    }
    const set = { finishedAt: at, dueAt: null }
    await tx.run(moveInvoice('resolve as paid', { checkingId, seen: state, set }))
    await conclude(
      tx,
      payment,
      decision,
      creditAtOwnLoss({ reference: checkingId, at }, payment.walletId, payment.amountMsat),
    )
    return true
  },
})

export interface ResolveInside {
  readonly invoice: Invoice
  readonly payer: Send
  readonly decision: Decision
  /** When the node is asked to close the invoice, Unix milliseconds; undefined = it need not. */
  readonly closeOwedUntil: number | undefined
}

/** Both sides of a payment between wallets, or neither (rule A4). False: one of them is in another state. */
export const resolveInside = defineCommand({
  name: 'resolve-inside',
  run: async (tx, input: ResolveInside): Promise<boolean> => {
    const { invoice, payer, decision, closeOwedUntil } = input
    const { at } = decision
    if (!(await hasSamePeer(tx, invoice)) || !(await hasSamePeer(tx, payer))) return false
    const paid = decision.outcome === 'paid'
    const event = paid ? 'resolve as paid' : 'resolve as failed'
    const ended = { finishedAt: at, ...(paid ? {} : { failure: failureOf(decision) }) }
    const closing = { dueAt: closeOwedUntil ?? null, closeOwed: closeOwedUntil !== undefined }
    const amount = msat(payer.amountMsat)
    const paidWith = { ...closing, ...(invoice.anyAmount && { amountMsat: amount }) }
    const ofInvoice = { ...ended, ...(paid ? paidWith : { dueAt: null }) }
    const ofPayer = { ...ended, ...(paid ? { preimage: invoice.preimage ?? null } : {}) }
    const { checkingId, state: seen } = invoice
    if (!(await tryMoveInvoice(tx, event, { checkingId, seen, set: ofInvoice }))) return false
    const otherwise = () => conflict('The payment has changed meanwhile: read it again.')
    const payerMoves = moveSend(event, { checkingId: payer.checkingId, seen: payer.state, set: ofPayer })
    await tx.run({ ...payerMoves, otherwise })
    const movement = { reference: payer.checkingId, at }
    await conclude(
      tx,
      payer,
      decision,
      paid
        ? resolveAsTransferred(movement, payer.walletId, invoice.walletId, amount)
        : [...resolveAsReleased(movement, payer.walletId, amount), ...uncountSpending(payer.countedIn, amount)],
    )
    await conclude(tx, paid && invoice.anyAmount ? { ...invoice, amountMsat: amount } : invoice, decision, [])
    return true
  },
})

export interface ReleasePayer {
  readonly payer: Send
  readonly decision: Decision
}

/** Returns the money of an internal payer whose invoice has ended or waits for another payer. */
export const releasePayer = defineCommand({
  name: 'release-payer',
  run: async (tx, { payer, decision }: ReleasePayer): Promise<boolean> => {
    const { checkingId, walletId, amountMsat, state } = payer
    const set = { failure: failureOf(decision), finishedAt: decision.at }
    if (!(await tryMoveSend(tx, 'resolve as failed', { checkingId, seen: state, set }))) return false
    await conclude(tx, payer, decision, [
      ...resolveAsReleased({ reference: checkingId, at: decision.at }, walletId, amountMsat),
      ...uncountSpending(payer.countedIn, amountMsat),
    ])
    return true
  },
})

/**
 * Checks the payer, too: since the read one payer may have left the invoice and another claimed it, in the same state.
 */
const hasSamePeer = async (tx: Tx, { checkingId, peerId }: Payment): Promise<boolean> =>
  (await findPayment(tx, checkingId))?.peerId === peerId

/** Rolled back with the rest if the row is in another state. */
const forgetPeer = ({ checkingId, state }: Invoice): Change => ({
  sql: 'UPDATE payments SET peer_id = NULL WHERE checking_id = $1 AND state = $2',
  params: [checkingId, state],
})

const failureOf = ({ reason }: Decision): string => `Resolved by the operator: ${reason}`

/** Applies the postings and the changes that every end of a payment needs. */
async function conclude(tx: Tx, payment: Payment, decision: Decision, changes: readonly Change[]): Promise<void> {
  const { walletId, checkingId, direction } = payment
  const paid = decision.outcome === 'paid'
  await tx.together(changes)
  await tx.run(countFinished(payment, paid ? 'success' : 'failed'))
  if (paid) await tx.run(tallySuccess(payment))
  await tx.run(appendEvent(decision.at, { kind: EVENTS[`${direction} ${decision.outcome}`], walletId, checkingId }))
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
  await tx.run(insertResolution({ checkingId, outcome, state, nodeAnswer, forced, reason, actorId: actor.id, at }))
  const detail = { outcome, forced, reason, state, node_answer: nodeAnswer, amount_msat: String(amountMsat) }
  await tx.run(noteInAuditLog({ actor, action: 'payment-resolved', subject: checkingId, detail, at }))
}
