import type { Receipt } from '@satchel/lightning/port/funding-source'
import { unixSeconds } from '../../base/clock.ts'
import type { HoldLimits } from '../../config/payment-policy.ts'
import { type Change, defineCommand } from '../../db/database.ts'
import { appendEvent } from '../../events/event-log.ts'
import { countHeld, isShareUsedUp } from '../limits/hold-limits.ts'
import { tryMoveInvoice } from '../states/move-payment.ts'
import type { Invoice } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findInvoice } from '../states/payment-store.ts'

type HeldPayment = Pick<Receipt, 'paymentHash' | 'amountMsat'>

export interface MarkHeld {
  readonly receipt: HeldPayment
  readonly at: number
  /** When the payment returns automatically, Unix milliseconds. */
  readonly dueAt: number
  readonly limits: HoldLimits
}

/** The amount that the node reports as held. 'later': it must be stored again. */
export const noteHeldAtNode = ({ db, clock, policy }: PaymentDeps, receipt: HeldPayment): Promise<boolean | 'later'> =>
  db.transact(markHeld, {
    receipt,
    at: unixSeconds(clock),
    dueAt: clock() + policy.holdSeconds * 1000,
    limits: policy.holds,
  })

/**
 * The node holds an outside payment of a hold invoice and waits for a decision. Above the limits it is cancelled.
 * Counting and deciding share one transaction, so that concurrent payments cannot exceed the limits.
 */
export const markHeld = defineCommand({
  name: 'mark-held',
  run: async (tx, input: MarkHeld): Promise<boolean | 'later'> => {
    const { receipt, at, dueAt, limits } = input
    const invoice = await findInvoice(tx, receipt.paymentHash)
    if (invoice === undefined || invoice.hold === '') return false
    if (invoice.state === 'closing') return 'later'
    // Too little is never accepted (rule A36): send it back immediately.
    const isShort = receipt.amountMsat < invoice.amountMsat
    const isTooMany = !isShort && isShareUsedUp(await countHeld(tx, invoice), limits)
    const goesBack = isShort || isTooMany
    const moved = await tryMoveInvoice(tx, goesBack ? 'reject hold' : 'hold', {
      checkingId: invoice.checkingId,
      set: {
        receivedMsat: receipt.amountMsat,
        dueAt: goesBack ? at * 1000 : dueAt,
        ...(isTooMany && { failure: TOO_MANY }),
      },
    })
    if (!moved) return false
    if (invoice.state === 'expired') await tx.run(uncountFailed(invoice))
    if (goesBack) return false
    await tx.run(FORGET_ENDED)
    await tx.run(noteHeld(invoice))
    await tx.run(appendEvent(at, { kind: 'payment-held', walletId: invoice.walletId, checkingId: invoice.checkingId }))
    return true
  },
})

const TOO_MANY = 'Too many payments were held at the same time: it went back to its payer.'

const uncountFailed = ({ walletId, direction }: Invoice): Change => ({
  sql: 'UPDATE payment_counts SET failed = failed - 1 WHERE wallet_id = $1 AND direction = $2',
  params: [walletId, direction],
  rows: 1,
})

const noteHeld = ({ checkingId }: Invoice): Change => ({
  sql: 'INSERT INTO held_payments (checking_id) VALUES ($1) ON CONFLICT (checking_id) DO NOTHING',
  params: [checkingId],
})

/** Deletes the rows of payments that are no longer held. */
const FORGET_ENDED: Change = {
  sql: `DELETE FROM held_payments WHERE checking_id IN (
    SELECT h.checking_id FROM held_payments h JOIN payments p ON p.checking_id = h.checking_id
    WHERE p.state NOT IN ('held', 'settling'))`,
  params: [],
}
