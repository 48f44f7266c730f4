import { hash } from 'node:crypto'
import type { Failure } from '@satchel/lightning/port/failure-words'
import type { OutgoingStatus, PayOutcome } from '@satchel/lightning/port/funding-source'
import { unixSeconds } from '../../base/clock.ts'
import { defineCommand } from '../../db/database.ts'
import { raiseAlarm } from '../../ledger/halt.ts'
import { attemptIdOf, isFailureFinal, type Payment, type Send } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findPayment } from '../states/payment-store.ts'
import { bookDivergence, failOutgoing, settleOutgoing } from './send-commands.ts'

/**
 * Applies the node's answer about an attempt to the payment, or changes nothing. Sender and reconciler both use it;
 * concurrent calls take effect once (rules A18, A19).
 */
export async function concludeSend(
  deps: PaymentDeps,
  payment: Send,
  outcome: PayOutcome | OutgoingStatus,
): Promise<void> {
  const at = unixSeconds(deps.clock)
  switch (outcome.status) {
    case 'settled': {
      if (!provesPayment(payment, outcome.preimage)) return distrust(deps, payment, at)
      const success = { payment, feeMsat: outcome.feeMsat, preimage: outcome.preimage, at }
      if (await deps.db.transact(settleOutgoing, success)) return
      // The pay call itself may answer after polls have marked the payment failed.
      const stored = await findPayment(deps.db, payment.checkingId)
      if (stored?.state === 'failed') await deps.db.transact(bookDivergence, success)
      return
    }
    case 'failed':
      // Ignore an answer about an earlier attempt.
      if ('attemptId' in outcome && outcome.attemptId !== attemptIdOf(payment)) return
      if (!isFailureFinal(payment, at, 'nodeTime' in outcome ? outcome.nodeTime : undefined)) return
      logFailure(deps, payment, outcome)
      await deps.db.transact(failOutgoing, {
        payment,
        reason: outcome.reason,
        at,
        from: 'dispatched',
        checkAgainAt: deps.clock() + CHECK_AGAIN_AFTER_MS,
      })
      return
    case 'not_sent':
      logFailure(deps, payment, outcome)
      await deps.db.transact(failOutgoing, { payment, reason: outcome.reason, at, from: 'dispatched' })
      return
    default:
      return
  }
}

const CHECK_AGAIN_AFTER_MS = 1000

/** The node's own message is for the operator only. */
function logFailure(
  { log }: PaymentDeps,
  { checkingId }: Send,
  { status, reason, nodeAnswer }: Failure & { status: string },
) {
  if (nodeAnswer !== undefined)
    log.info({ payment: checkingId, status, reason, said: nodeAnswer }, 'the node did not make a payment')
}

/** Only the preimage proves a payment; a malformed answer may lack it (rule A15). */
export const provesPayment = (payment: Payment, preimage: unknown): preimage is string =>
  typeof preimage === 'string' &&
  /^[0-9a-f]{64}$/.test(preimage) &&
  hash('sha256', Buffer.from(preimage, 'hex'), 'hex') === payment.paymentHash

async function distrust({ db, log }: PaymentDeps, payment: Payment, at: number): Promise<void> {
  log.error({ payment: payment.checkingId }, 'the node reports a settled payment without a valid preimage')
  await db.transact(reportBadPreimage, { checkingId: payment.checkingId, at })
}

export const reportBadPreimage = defineCommand({
  name: 'report-bad-preimage',
  run: (tx, { checkingId, at }: { checkingId: string; at: number }) =>
    tx.run(
      raiseAlarm({
        kind: 'bad-preimage',
        reference: checkingId,
        detail: `payment ${checkingId}: the node reports success without a valid preimage; it stays pending`,
        at,
      }),
    ),
})
