import type { OutgoingStatus } from '@satchel/lightning/port/funding-source'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { stopPayments } from '../../ledger/halt.ts'
import { hasSameHistory, loseHistory } from '../history/node-history.ts'
import { closeAgain } from '../receiving/close-again.ts'
import { carryOutHold } from '../receiving/decide-hold.ts'
import { decideHold } from '../receiving/hold-commands.ts'
import { expireInvoices } from '../receiving/invoice-commands.ts'
import { noteHeldAtNode } from '../receiving/mark-held.ts'
import { concludeSend } from '../sending/conclude-send.ts'
import { findPair, finishInside } from '../sending/pay-inside.ts'
import { dispatchSend, endPolls, failOutgoing, postponePoll, reportVanished } from '../sending/send-commands.ts'
import { sendOnceMore } from '../sending/send-once-more.ts'
import { nodeLog } from '../states/node-log.ts'
import {
  attemptQuery,
  type Invoice,
  isFailureFinal,
  ORDERED_ELSEWHERE,
  type Payment,
  type Send,
} from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import type { PaymentState } from '../states/payment-states.ts'
import { listDue, listDueAfter } from '../states/payment-store.ts'
import { canNeverArrive } from './can-never-arrive.ts'

const BATCH = 500
const RECOVERED_AT_ONCE = 100_000
const AT_ONCE = 32
const POLL_MS = 3000
const MAX_PAUSE_MS = 30_000
/** Time after an invoice's expiry: a payment may have been accepted in its last second. */
const EXPIRY_GRACE_SECONDS = 5

/**
 * Polls everything that is not final, permanently, with the same functions that handle it in the first place
 * (rules A21, C5).
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  await expire(deps)
  await handleAll(deps, await listDue(deps.db, STATES, deps.clock(), BATCH))
}

/**
 * After a start: processes payments that were in flight before immediately, not only when due. `lastBefore`: the newest
 * payment that is not this process's own.
 */
export async function recover(deps: PaymentDeps, lastBefore: number): Promise<void> {
  // On PostgreSQL another process may be about to send a reserved payment: leave it until due.
  const states: PaymentState[] = ['dispatched', 'closing', 'settling', 'cancelling']
  if (deps.db.dialect === 'sqlite') states.push('reserved')
  const left = await listDue(deps.db, states, undefined, RECOVERED_AT_ONCE)
  await handleAll(
    deps,
    left.filter(({ seq }) => seq <= lastBefore),
  )
  await reconcile(deps)
}

const RETRIED: readonly PaymentState[] = [
  'reserved',
  'dispatched',
  'closing',
  'settling',
  'cancelling',
  'success',
  'failed',
]
const STATES: readonly PaymentState[] = [...RETRIED, 'held']

/**
 * Polls payments whose due time is later than any retry may be, because a clock was ahead when it was stored; held ones
 * only get a new due time. Reads all unfinished payments outside of requests: about once a minute, and when a clock has
 * stepped.
 */
export async function catchUp(deps: PaymentDeps): Promise<void> {
  const longest = Math.max(MAX_PAUSE_MS, deps.policy.payWaitMs)
  const late = await listDueAfter(deps.db, RETRIED, deps.clock() + longest, BATCH)
  await handleAll(deps, late)
  const held = await listDueAfter(deps.db, ['held'], deps.clock() + deps.policy.holdSeconds * 1000, BATCH)
  for (const { checkingId, state } of held) {
    const dueAt = deps.clock() + deps.policy.holdSeconds * 1000
    await deps.db.transact(postponePoll, { checkingId, state, dueAt, missingSince: null })
  }
}

async function handleAll(deps: PaymentDeps, due: readonly Payment[]): Promise<void> {
  for (let start = 0; start < due.length; start += AT_ONCE) {
    await Promise.all(due.slice(start, start + AT_ONCE).map((payment) => handle(deps, payment)))
  }
}

async function handle(deps: PaymentDeps, payment: Payment): Promise<void> {
  try {
    await act(deps, payment)
  } catch (error) {
    // Nothing follows from a poll that fails (rule A16).
    nodeLog(deps).warn(
      { payment: payment.checkingId, state: payment.state, err: error },
      'a payment could not be looked after',
    )
    const why = error instanceof Error ? error.message : String(error)
    await postpone(deps, payment, payment.missingSince, `${NO_ANSWER}: ${why}`.slice(0, 200)).catch(() => undefined)
  }
}

async function act(deps: PaymentDeps, payment: Payment): Promise<void> {
  switch (payment.state) {
    case 'reserved':
      return payment.peerId === undefined ? resolveReserved(deps, payment) : undefined
    case 'dispatched':
      return followUp(deps, payment)
    case 'closing': {
      const pair = await findPair(deps, payment)
      if (pair === undefined) throw new Error('a payment inside has lost its other row')
      await finishInside(deps, payment, pair.outgoing)
      return
    }
    case 'held':
      // A payer's row ends together with the invoice's.
      return payment.direction === 'in' ? giveBackInTime(deps, payment) : undefined
    case 'failed':
      return payment.direction === 'in' ? close(deps, payment) : doubleCheck(deps, payment)
    case 'settling':
    case 'cancelling':
      await within(POLL_MS, carryOutHold(deps, payment))
      return postpone(deps, payment, undefined, `has not confirmed ${payment.state}`)
    default:
      return close(deps, payment)
  }
}

/** The node's status of an attempt; undefined: the node does not answer in time. */
export async function pollOutgoing(deps: PaymentDeps, payment: Send): Promise<OutgoingStatus | undefined> {
  return within(POLL_MS, deps.funding.of(payment.sourceId).outgoingStatus(attemptQuery(payment)))
}

/**
 * Handles a payment that is reserved and, as far as the database knows, was never dispatched: its reserve returns,
 * unless the node knows the payment. Only a process that stopped in between leaves such a row; a slow process finds it
 * failed and sends nothing.
 */
async function resolveReserved(deps: PaymentDeps, payment: Send): Promise<void> {
  const answer = await pollOutgoing(deps, payment)
  if (answer === undefined) return postpone(deps, payment, undefined, NO_ANSWER)
  const at = unixSeconds(deps.clock)
  const { checkingId, attempt } = payment
  if (answer.status === 'settled' || answer.status === 'pending') {
    const dispatch = { checkingId, attempt, dueAt: deps.clock() + FIRST_PAUSE_MS }
    // Its own process may have dispatched it since it was read, and knows the node's earlier payments of this hash.
    if (!(await deps.db.transact(dispatchSend, dispatch))) return
    const reason = `the node knows payment ${checkingId} (${answer.status}), which was never dispatched`
    await deps.db.transact(stopPayments, { reason, at })
    return concludeSend(deps, { ...payment, state: 'dispatched' }, answer)
  }
  const reason = 'The service stopped before the payment was sent.'
  await deps.db.transact(failOutgoing, { payment, reason, at, from: 'reserved' })
}

/** Asks the node for the outcome of an attempt. Unclear answers only schedule the next poll. */
async function followUp(deps: PaymentDeps, payment: Send): Promise<void> {
  const answer = await pollOutgoing(deps, payment)
  if (answer === undefined) return postpone(deps, payment, payment.missingSince, NO_ANSWER)
  if (answer.status === 'not_found') return followMissing(deps, payment, answer)
  const now = unixSeconds(deps.clock)
  const said = describeAnswer(answer)
  if (answer.status === 'failed') {
    const isFinal = isFailureFinal(payment, now, answer.nodeTime) && (await hasSameHistory(deps, payment.sourceId))
    if (!isFinal) return postpone(deps, payment, payment.missingSince ?? now, said)
  }
  await concludeSend(deps, payment, answer)
  // Has no effect on a payment that is now final.
  const isUnheard = answer.status === 'pending' && answer.unheard === true
  const isKnown = answer.status === 'pending' && !isUnheard && payment.atNode === undefined
  await postpone(deps, payment, isUnheard ? payment.missingSince : undefined, said, {
    atNode: isKnown ? 'known' : undefined,
  })
}

/**
 * The node does not know the attempt. If it ever did, it has lost part of its history. Else the order may still arrive, until
 * the invoice has expired; where the node refuses a second payment, it is sent again meanwhile.
 */
async function followMissing(
  deps: PaymentDeps,
  payment: Send,
  answer: Extract<OutgoingStatus, { status: 'not_found' }>,
): Promise<void> {
  const now = unixSeconds(deps.clock)
  const missingSince = payment.missingSince ?? now
  const said = describeAnswer(answer)
  // An order of another program has no id of ours: its failure may look like this.
  const isLost = answer.unattributed !== true && payment.nodeMark !== ORDERED_ELSEWHERE
  if (payment.atNode === 'doubtful' || (payment.atNode === 'known' && isLost)) {
    const keepsPayments = deps.funding.of(payment.sourceId).can.memory.keepsPayments > 0
    if (payment.atNode === 'known' && keepsPayments) await loseHistory(deps, payment)
    else if (payment.atNode === 'known') await deps.db.transact(reportVanished, { payment, at: now })
    return postpone(deps, payment, missingSince, said)
  }
  if (deps.funding.of(payment.sourceId).can.paysExpired === true || !canNeverArrive(answer, payment, now)) {
    const waitSeconds = missingSince + SENT_AGAIN_AFTER_SECONDS * 2 ** (payment.attempt - 1) - now
    const isTime = waitSeconds <= 0
    // A node that was restored may have sent it over a channel that it has forgotten.
    if (isTime && !(await hasSameHistory(deps, payment.sourceId))) return
    if (isTime && (await sendOnceMore(deps, payment))) return
    // The pause may have grown while the node was away.
    return postpone(deps, payment, missingSince, said, { maxPauseMs: isTime ? undefined : waitSeconds * 1000 })
  }
  if (!(await hasSameHistory(deps, payment.sourceId))) return
  const reason = 'The node never received the payment, and its invoice has expired.'
  const checkAgainAt = deps.clock() + MAX_PAUSE_MS
  await deps.db.transact(failOutgoing, { payment, reason, at: now, from: 'dispatched', checkAgainAt })
}

/** A request that is on its way arrives within moments. Doubled with each attempt. */
const SENT_AGAIN_AFTER_SECONDS = 10
const NO_ANSWER = 'no answer'

const describeAnswer = (answer: OutgoingStatus): string =>
  answer.status === 'failed'
    ? `failed: ${answer.nodeAnswer ?? answer.reason}`.slice(0, 200)
    : answer.status.replace('_', ' ')

/** A node that reported a failure is polled a few times more: a wrong failure would be expensive (rule A22). */
async function doubleCheck(deps: PaymentDeps, payment: Send): Promise<void> {
  const answer = await pollOutgoing(deps, payment)
  if (answer?.status === 'settled') await concludeSend(deps, payment, answer)
  if (answer?.status === 'settled' || payment.polls >= DOUBLE_CHECKS) {
    await deps.db.transact(endPolls, { checkingId: payment.checkingId })
  } else await postpone(deps, payment, undefined)
}

const DOUBLE_CHECKS = 8

/** Cancels a hold before the payer's side would time it out (rule A49). */
async function giveBackInTime(deps: PaymentDeps, payment: Invoice): Promise<void> {
  const dueAt = deps.clock() + MAX_PAUSE_MS
  const decided = await deps.db.transact(decideHold, {
    checkingId: payment.checkingId,
    decision: 'cancelling',
    preimage: null,
    claim: undefined,
    dueAt,
  })
  if (decided) await within(POLL_MS, carryOutHold(deps, payment))
}

async function close(deps: PaymentDeps, payment: Payment): Promise<void> {
  if (payment.closeOwed && !(await closeAgain(deps, payment))) await postpone(deps, payment, undefined)
}

async function postpone(
  deps: PaymentDeps,
  payment: Payment,
  missingSince: number | undefined,
  nodeAnswer?: string,
  { atNode, maxPauseMs = MAX_PAUSE_MS }: { atNode?: 'known' | undefined; maxPauseMs?: number | undefined } = {},
): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(payment.polls, 10), MAX_PAUSE_MS, maxPauseMs)
  await deps.db.transact(postponePoll, {
    checkingId: payment.checkingId,
    state: payment.state,
    dueAt: deps.clock() + pause,
    missingSince: missingSince ?? null,
    nodeAnswer,
    atNode,
  })
}

const FIRST_PAUSE_MS = 500

async function expire(deps: PaymentDeps): Promise<void> {
  const at = unixSeconds(deps.clock)
  const over = await listDue(deps.db, ['open'], deps.clock() - EXPIRY_GRACE_SECONDS * 1000, BATCH)
  const expired: Invoice[] = []
  for (const payment of over) {
    if (payment.direction !== 'in') continue
    if (payment.hold === '' || (await endsUnpaid(deps, payment))) expired.push(payment)
  }
  if (expired.length > 0) await deps.db.transact(expireInvoices, { payments: expired, at })
}

/**
 * True: the node has no payment for the invoice. One that it holds is noted: no sweep reports it when the node was restored
 * from an older copy that lacks unpaid invoices only, because nothing shows that.
 */
async function endsUnpaid(deps: PaymentDeps, { sourceId, paymentHash }: Invoice): Promise<boolean> {
  try {
    const answer = await within(POLL_MS, deps.funding.of(sourceId).incomingStatus(paymentHash))
    if (answer?.status === 'held') await noteHeldAtNode(deps, { paymentHash, amountMsat: answer.amountMsat })
    return answer !== undefined && answer.status !== 'held' && answer.status !== 'settled'
  } catch {
    return false
  }
}
