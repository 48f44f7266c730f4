import { badRequest, type ErrorParts, type ServiceError } from '@satchel/http/service-error'
import { type Msat, msat } from '@satchel/money/units'
import type { PendingCaps } from '../../config/payment-policy.ts'
import { type Change, defineCommand, type Reader, type Tx } from '../../db/database.ts'
import { refusingDuplicates } from '../../db/unique-violation.ts'
import { appendEvent } from '../../events/event-log.ts'
import { haltPayments, raiseAlarm, requireNotHalted } from '../../ledger/halt.ts'
import { bookLoss, release, reserve, settleSend } from '../../ledger/ledger.ts'
import { countSpending, type SpendLimit, uncountSpending } from '../limits/spend-limits.ts'
import { findAccepted } from '../states/accepted-payment-store.ts'
import { claimKey, type IdempotencyClaim } from '../states/idempotency.ts'
import { tryMoveSend } from '../states/move-payment.ts'
import type { Send } from '../states/payment.ts'
import type { PaymentState } from '../states/payment-states.ts'
import { findPayment, insertPayment, type NewSend } from '../states/payment-store.ts'
import { countCreated, countFinished, tallySuccess } from '../states/payment-tallies.ts'
import { requireUsableWallet } from './require-usable-wallet.ts'

export interface OpenSend {
  readonly payment: NewSend & { readonly feeLimitMsat: Msat }
  readonly caps: PendingCaps
  readonly claim: IdempotencyClaim | undefined
  readonly limits: readonly SpendLimit[]
  readonly alongside: readonly Change[]
}

/**
 * Reserves the funds and stores the payment, before the node is asked and the caller answered (rule A20). False: the
 * idempotency key was used before, and nothing has changed.
 */
export const openSend = defineCommand({
  name: 'open-send',
  run: async (tx, input: OpenSend): Promise<boolean> => {
    const { payment, claim, caps, limits, alongside } = input
    await Promise.all([requireNotHalted(tx), requireUsableWallet(tx, payment.walletId)])
    if (claim !== undefined && !(await claimKey(tx, { ...claim, checkingId: payment.checkingId }))) return false
    // The node paid it after it had failed here. A new payment would charge the wallet, although the node pays a hash
    // only once.
    if (await isPaidAtNode(tx, payment.paymentHash)) throw alreadyPaying()
    await requireRoom(tx, payment.walletId, caps)
    const movement = { reference: payment.checkingId, at: payment.createdAt }
    const reservedMsat = msat(payment.amountMsat + payment.feeLimitMsat)
    await refusingASecondSend(() =>
      tx.together([
        insertPayment(payment),
        countCreated(payment),
        ...reserve(movement, payment.walletId, reservedMsat),
        ...countSpending(limits, reservedMsat),
        ...alongside,
      ]),
    )
    return true
  },
})

/** At most one payment of a hash to another node, and one inside, that have not failed (rule A2). */
export const refusingASecondSend = <T>(insert: () => Promise<T>): Promise<T> =>
  refusingDuplicates(insert, alreadyPaying)

export const alreadyPaying = (): ServiceError =>
  badRequest('This invoice is already paid or is being paid.', { code: 'invoice_paid_or_pending' })

/** Held payments freeze liquidity: the number of payments in flight is capped (rule A24). */
export async function requireRoom(tx: Tx, walletId: string, caps: PendingCaps): Promise<void> {
  const ofWallet = await tx.first(
    `SELECT created - success - failed AS pending FROM payment_counts WHERE wallet_id = $1 AND direction = 'out'`,
    [walletId],
    (row: { pending: bigint }) => row.pending,
  )
  if ((ofWallet ?? 0n) >= caps.perWallet) throw tooMany('this wallet', { code: 'too_many_in_flight_of_wallet' })
  const overall = await tx.first(
    `SELECT count(*) AS pending FROM (SELECT 1 FROM payments WHERE direction = 'out' AND status = 'pending' AND peer_id IS NULL LIMIT $1) AS p`,
    [caps.overall],
    (row: { pending: bigint }) => row.pending,
  )
  if ((overall ?? 0n) >= caps.overall) throw tooMany('this service', { code: 'too_many_in_flight' })
}

const tooMany = (whose: string, more: ErrorParts): ServiceError =>
  badRequest(`Too many payments of ${whose} are in flight; wait for some to finish.`, more)

export interface Dispatch {
  readonly checkingId: string
  readonly attempt: number
  /** When the reconciler may first ask the node about it, Unix milliseconds. */
  readonly dueAt: number
  /** The node's record of the hash before this attempt (`FundingSource.attemptMark`). */
  readonly mark?: string | undefined
}

/** Committed just before the node is called. False: the payment was concluded meanwhile, or must not be sent any more. */
export const dispatchSend = defineCommand({
  name: 'dispatch-send',
  run: async (tx, input: Dispatch): Promise<boolean> => {
    const { checkingId, attempt, dueAt, mark } = input
    return tryMoveSend(tx, 'dispatch', { checkingId, attempt, set: { dueAt, nodeMark: mark ?? null } })
  },
})

/**
 * Sends an order again that the node does not know: one more attempt of the same payment. False: it was concluded or
 * sent again meanwhile, or must not be sent now.
 */
export const sendAgain = defineCommand({
  name: 'send-again',
  run: async (tx, { payment, dueAt }: { readonly payment: Send; readonly dueAt: number }): Promise<boolean> => {
    const { checkingId, walletId, attempt } = payment
    await Promise.all([requireNotHalted(tx), requireUsableWallet(tx, walletId)])
    const set = { attempt: attempt + 1, missingSince: null, dueAt, polls: 0 }
    return tryMoveSend(tx, 'send again', { checkingId, attempt, set })
  },
})

export interface Success {
  readonly payment: Send
  readonly feeMsat: Msat
  readonly preimage: string
  readonly at: number
}

/** The node paid. Exactly one caller's conclusion counts; the others change nothing (rules A18, A19). */
export const settleOutgoing = defineCommand({
  name: 'settle-outgoing',
  run: async (tx, input: Success): Promise<boolean> => {
    const { payment, feeMsat, preimage, at } = input
    const charged = feeMsat < payment.feeLimitMsat ? feeMsat : payment.feeLimitMsat
    const moved = await tryMoveSend(tx, 'pay', {
      checkingId: payment.checkingId,
      attempt: payment.attempt,
      set: { feeMsat: charged, preimage, finishedAt: at, dueAt: null },
    })
    if (!moved) return false
    const movement = { reference: payment.checkingId, at }
    await tx.together([
      ...settleSend(movement, payment.walletId, {
        amount: payment.amountMsat,
        fee: feeMsat,
        feeReserve: payment.feeLimitMsat,
      }),
      ...uncountSpending(payment.countedIn, payment.feeLimitMsat - charged),
      countFinished(payment, 'success'),
      tallySuccess(payment),
      appendEvent(at, { kind: 'payment-sent', walletId: payment.walletId, checkingId: payment.checkingId }),
    ])
    if (feeMsat > payment.feeLimitMsat) await reportLyingFee(tx, input)
    return true
  },
})

/** A node that spends more than it was allowed cannot be trusted with the next payment (rule A31). */
async function reportLyingFee(tx: Tx, { payment, feeMsat, at }: Success): Promise<void> {
  const detail = `payment ${payment.checkingId}: the node reports a fee of ${feeMsat} msat above the limit of ${payment.feeLimitMsat} msat`
  await tx.run(haltPayments(detail))
  await tx.run(raiseAlarm({ kind: 'fee-above-limit', reference: payment.checkingId, detail, at }))
}

export interface Failure {
  readonly payment: Send
  readonly reason: string
  readonly at: number
  /** `reserved`: provably never handed to the node. */
  readonly from: 'reserved' | 'dispatched'
  /** By the node's report: when it is polled once more to confirm it, Unix milliseconds. */
  readonly checkAgainAt?: number | undefined
}

/**
 * The attempt failed at the node, or was never sent: the whole reserve returns (rules A14, A30). False: it is in another
 * state, or in doubt.
 */
export const failOutgoing = defineCommand({
  name: 'fail-outgoing',
  run: async (tx, input: Failure): Promise<boolean> => {
    const { payment, reason, at, from } = input
    // The node may have turned out to be restored since it was asked.
    if (input.checkAgainAt !== undefined && (await findPayment(tx, payment.checkingId))?.atNode === 'doubtful')
      return false
    const moved = await tryMoveSend(tx, from === 'reserved' ? 'not sent' : 'fail', {
      checkingId: payment.checkingId,
      attempt: payment.attempt,
      set: { failure: reason, finishedAt: at, dueAt: input.checkAgainAt ?? null, polls: 0 },
    })
    if (!moved) return false
    const movement = { reference: payment.checkingId, at }
    await tx.together([
      ...release(movement, payment.walletId, msat(payment.amountMsat + payment.feeLimitMsat)),
      ...uncountSpending(payment.countedIn, payment.amountMsat + payment.feeLimitMsat),
      countFinished(payment, 'failed'),
      appendEvent(at, { kind: 'payment-failed', walletId: payment.walletId, checkingId: payment.checkingId }),
    ])
    return true
  },
})

/**
 * The node reports a payment that it had reported as failed. The row stays failed, the operator bears the loss, and
 * nothing is sent until an operator has checked (rule A22). Booked once per hash: the node pays a hash at most once,
 * however many rows of it have failed.
 */
export const bookDivergence = defineCommand({
  name: 'book-divergence',
  run: async (tx, input: Success): Promise<boolean> => {
    const { payment, feeMsat, at } = input
    // The node may mean a later payment of the same invoice, but not an internal one.
    const later = await tx.first(
      `SELECT seq FROM payments WHERE payment_hash = $1 AND direction = 'out' AND failure IS NULL AND peer_id IS NULL`,
      [payment.paymentHash],
      (row) => row,
    )
    if (later !== undefined) return false
    const detail = `payment ${payment.checkingId} failed, and the node now says it paid ${payment.amountMsat} msat and a fee of ${feeMsat} msat`
    if (await isPaidAtNode(tx, payment.paymentHash)) return false
    await tx.run(raiseAlarm({ kind: 'failed-but-paid', reference: payment.paymentHash, detail, at }))
    await tx.run(haltPayments(detail))
    await tx.together(bookLoss({ reference: payment.checkingId, at }, msat(payment.amountMsat + feeMsat)))
    return true
  },
})

/** Whether it is booked as a loss: as a divergence, or because an operator accepted it. */
export const isPaidAtNode = async (tx: Reader, paymentHash: string): Promise<boolean> =>
  (await findAccepted(tx, [paymentHash])).size > 0 || (await isDivergenceBooked(tx, paymentHash))

/** Alarms from before named one of the rows of the hash instead of the hash. */
export const isDivergenceBooked = async (reader: Reader, paymentHash: string): Promise<boolean> =>
  (await reader.first(
    `SELECT id FROM alarms WHERE kind = 'failed-but-paid' AND (reference = $1 OR reference IN
       (SELECT checking_id FROM payments WHERE payment_hash = $1 AND direction = 'out' AND failure IS NOT NULL)) LIMIT 1`,
    [paymentHash],
    (row) => row,
  )) !== undefined

/** A node that may forget payments no longer knows one that it had in flight: an operator must resolve it. */
export const reportVanished = defineCommand({
  name: 'report-vanished',
  run: (tx, { payment, at }: { readonly payment: Send; readonly at: number }) =>
    tx.run(
      raiseAlarm({
        kind: 'payment-vanished',
        reference: payment.checkingId,
        detail: `payment ${payment.checkingId} of ${payment.amountMsat} msat was in flight, and the node does not know it any more; it may have been made`,
        at,
      }),
    ),
})

export interface NextPoll {
  readonly checkingId: string
  /** In which it was read: another process may have changed it, or the database have lost the change. */
  readonly state: PaymentState
  readonly dueAt: number
  readonly missingSince: number | null
  /** The node's answer, as text; undefined keeps the last one. */
  readonly nodeAnswer?: string | undefined
  /** The node has the attempt. */
  readonly atNode?: 'known' | undefined
}

/** Schedules the next poll of a payment in flight. */
export const postponePoll = defineCommand({
  name: 'postpone-poll',
  run: (tx, { checkingId, state, dueAt, missingSince, nodeAnswer, atNode }: NextPoll) =>
    tx.run({
      sql: `UPDATE payments SET due_at = $2, looks = looks + 1, missing_since = $3, node_answer = COALESCE($4, node_answer),
            at_node = COALESCE(at_node, $5) WHERE checking_id = $1 AND state = $6 AND due_at IS NOT NULL`,
      params: [checkingId, dueAt, missingSince, nodeAnswer ?? null, atNode ?? null, state],
    }),
})

/**
 * The reconciler no longer polls this failed payment. One that is dispatched again, because the database has lost its
 * failure in a crash while the node was asked, keeps its next poll.
 */
export const endPolls = defineCommand({
  name: 'end-polls',
  run: (tx, { checkingId }: { checkingId: string }) =>
    tx.run({
      sql: `UPDATE payments SET due_at = NULL WHERE checking_id = $1 AND state = 'failed'`,
      params: [checkingId],
    }),
})
