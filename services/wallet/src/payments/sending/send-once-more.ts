import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { ServiceError } from '@satchel/http/service-error'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { attemptIdOf, ORDERED_ELSEWHERE, type Send } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { concludeSend } from './conclude-send.ts'
import { sendAgain } from './send-commands.ts'

/**
 * Sends an order again that a node does not know, if that node rejects a second payment of a hash: whichever request
 * arrives first is paid, once. Its failure is not final while the first request may still arrive (`isFailureFinal`).
 * True: it is sent; the reconciler follows it. False: it must not be sent now.
 */
export async function sendOnceMore(deps: PaymentDeps, payment: Send): Promise<boolean> {
  const { db, funding, clock, log } = deps
  if (!funding.can.refusesRepeats || funding.id() !== payment.sourceId) return false
  if (payment.expiresAt <= unixSeconds(clock) || !canTellApart(deps, payment)) return false
  if (!(await isAsBefore(deps, payment))) return false
  const { amountMsat } = parseInvoice(payment.bolt11)
  const again = { ...payment, attempt: payment.attempt + 1 }
  try {
    if (!(await db.transact(sendAgain, { payment, dueAt: clock() + FIRST_POLL_MS }))) return false
  } catch (error) {
    // Payments are halted, or the wallet may not send any more.
    if (error instanceof ServiceError) return false
    throw error
  }
  log.info({ payment: payment.checkingId, attempt: again.attempt }, 'a payment was sent again')
  const paying = funding.pay({
    bolt11: payment.bolt11,
    paymentHash: payment.paymentHash,
    amountMsat: amountMsat === undefined ? payment.amountMsat : undefined,
    feeLimitMsat: payment.feeLimitMsat,
    attemptId: attemptIdOf(again),
    mark: payment.nodeMark,
  })
  paying
    .then((outcome) => (outcome.status === 'settled' ? concludeSend(deps, again, outcome) : undefined))
    // Nothing follows from an answer that is missing: the reconciler polls.
    .catch((error: unknown) =>
      log.warn({ payment: payment.checkingId, err: error }, 'the node did not answer a payment that was sent again'),
    )
  return true
}

/** An order of another program has ids of its own; without the mark of its first attempt, its end could not be distinguished. */
const canTellApart = ({ funding }: PaymentDeps, { nodeMark }: Send): boolean =>
  nodeMark === undefined ? funding.attemptMark === undefined : nodeMark !== ORDERED_ELSEWHERE

/** A mark that has changed shows a newer attempt, or a node that was restored: its answers would be taken for others. */
async function isAsBefore({ funding }: PaymentDeps, { paymentHash, nodeMark }: Send): Promise<boolean> {
  if (funding.attemptMark === undefined) return true
  return (await within(NODE_MS, funding.attemptMark(paymentHash))) === nodeMark
}

const FIRST_POLL_MS = 500
const NODE_MS = 3000
