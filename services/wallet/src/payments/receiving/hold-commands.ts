import { defineCommand } from '../../db/database.ts'
import { appendEvent } from '../../events/event-log.ts'
import { raiseAlarm } from '../../ledger/halt.ts'
import { claimKey, findClaimedKey, type IdempotencyClaim } from '../states/idempotency.ts'
import { tryMoveInvoice } from '../states/move-payment.ts'
import type { Invoice } from '../states/payment.ts'
import { findPayment } from '../states/payment-store.ts'
import { countFinished } from '../states/payment-tallies.ts'

export interface DecideHold {
  readonly checkingId: string
  readonly decision: 'settling' | 'cancelling'
  readonly preimage: string | null
  readonly claim: IdempotencyClaim | undefined
  readonly dueAt: number
}

/** Exactly one of settle and cancel takes effect (rule A50). False: the row is in another state. */
export const decideHold = defineCommand({
  name: 'decide-hold',
  run: async (tx, input: DecideHold): Promise<boolean> => {
    const { checkingId, decision, preimage, claim, dueAt } = input
    if (claim !== undefined && !(await claimKey(tx, { ...claim, checkingId }))) await findClaimedKey(tx, claim)
    return tryMoveInvoice(tx, decision === 'settling' ? 'settle' : 'cancel', {
      checkingId,
      set: { dueAt, polls: 0, ...(preimage === null ? {} : { preimage }) },
    })
  },
})

export interface AwaitClaim {
  readonly payment: Invoice
  /** Block height; undefined = it went back to its payer, and the reconciler ends it. */
  readonly claimBefore: number | undefined
  readonly at: number
  readonly dueAt: number
}

/** A payment that is settled leaves an open channel within moments: these polls take some seconds. */
const USUAL_POLLS = 4

/**
 * The node has settled a hold, and does not have its money yet: the decision is stored, and carried out until the payment
 * has left the channel or is claimed on chain.
 */
export const awaitClaim = defineCommand({
  name: 'await-claim',
  run: async (tx, { payment, claimBefore, at, dueAt }: AwaitClaim): Promise<void> => {
    const { checkingId, receivedMsat, amountMsat } = payment
    // Held by a payment inside: a payment settled at the node is handled when that one has ended.
    if ((await findPayment(tx, checkingId))?.peerId !== undefined) return
    // The hold has ended in the books: its money is booked once the node has it.
    await tx.run({
      sql: `UPDATE payments SET close_owed = 1, due_at = $2 WHERE checking_id = $1 AND state IN ('failed', 'expired')`,
      params: [checkingId, dueAt],
    })
    // Settled at the node itself.
    const isNews = await tryMoveInvoice(tx, 'settle', { checkingId, set: { dueAt, polls: 0 } })
    if (claimBefore === undefined || isNews || payment.polls < USUAL_POLLS) return
    const detail = `hold ${checkingId} of ${receivedMsat ?? amountMsat} msat is settled, but its payment is still in a channel or on chain: the node must claim it before block ${claimBefore}, and needs coins on chain for that`
    await tx.run(raiseAlarm({ kind: 'hold-unclaimed', reference: checkingId, detail, at }))
  },
})

/** A hold that ends without money: cancelled by us, or taken back by the payer's side. */
export const endHold = defineCommand({
  name: 'end-hold',
  run: async (tx, input: { payment: Invoice; reason: string; at: number; alarm: boolean }): Promise<boolean> => {
    const { payment, reason, at } = input
    // Held by an internal payment: the payment that went back at the node was another one.
    const now = await findPayment(tx, payment.checkingId)
    if (now === undefined || now.peerId !== undefined) return false
    const moved = await tryMoveInvoice(tx, 'end hold', {
      checkingId: payment.checkingId,
      set: { failure: reason, finishedAt: at, dueAt: null },
    })
    if (!moved) return false
    await tx.together([
      countFinished(payment, 'failed'),
      appendEvent(at, { kind: 'invoice-cancelled', walletId: payment.walletId, checkingId: payment.checkingId }),
    ])
    if (input.alarm) {
      await tx.run(raiseAlarm({ kind: 'hold-lost', reference: payment.checkingId, detail: reason, at }))
    }
    return true
  },
})
