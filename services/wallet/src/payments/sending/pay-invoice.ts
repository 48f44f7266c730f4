import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice, readInvoice } from '@satchel/bolt11/read-invoice'
import { statedHash } from '@satchel/bolt11/stated-hash'
import { badRequest, invalid, unavailable } from '@satchel/http/service-error'
import type { PayOutcome } from '@satchel/lightning/port/funding-source'
import { type Msat, msat, toJson } from '@satchel/money/units'
import { unixSeconds } from '../../base/clock.ts'
import { newOrderedId } from '../../base/ids.ts'
import { within } from '../../base/within.ts'
import { amountTooLarge } from '../limits/amount-too-large.ts'
import { feeReserveOf } from '../limits/fee-reserve.ts'
import { toCountedIn } from '../limits/spend-limits.ts'
import { ANSWERED_PENDING, noteAnswer } from '../states/idempotency.ts'
import { nodeLog } from '../states/node-log.ts'
import { attemptIdOf, type Payment, type Send } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { statusOf } from '../states/payment-states.ts'
import { asStored, findInvoice, findPayment } from '../states/payment-store.ts'
import { concludeSend } from './conclude-send.ts'
import { findOwnInvoice } from './find-own-invoice.ts'
import { payInside, requireOpen } from './pay-inside.ts'
import type { PayRequest } from './pay-request.ts'
import { replaySend } from './replay-send.ts'
import { dispatchSend, failOutgoing, openSend } from './send-commands.ts'
import { unreadableInvoice } from './unreadable-invoice.ts'
import { withFeeReserve } from './with-fee-reserve.ts'

/**
 * Reserve, pay, conclude: the money leaves the balance before the node is asked. Returns the payment after at most
 * `payWaitMs`; a pending one continues without the caller (rule A9). Throws 400 for what cannot be paid; then
 * nothing was reserved.
 */
export async function payInvoice(deps: PaymentDeps, request: PayRequest): Promise<Payment> {
  const replayed = await replaySend(deps, request.claim)
  if (replayed !== undefined) return replayed
  const payment = await payOnce(deps, request).catch(async (refusal: unknown) => {
    // The first request with this key may have begun to pay this invoice meanwhile.
    const first = await replaySend(deps, request.claim)
    if (first === undefined) throw refusal
    return first
  })
  if (request.claim !== undefined && statusOf(payment.state) === 'pending') {
    await deps.db.transact(noteAnswer, { ...request.claim, answer: ANSWERED_PENDING })
  }
  return payment
}

async function payOnce(deps: PaymentDeps, request: PayRequest): Promise<Payment> {
  const ours = await findOurs(deps, request.bolt11)
  if (ours === undefined) return payOutside(deps, request)
  // Another request of this wallet was paying it: what became of that decides, also about the status of a rejection.
  if (await deps.leaving.hasEnded(request.walletId, ours.paymentHash)) return payInvoice(deps, request)
  const amountMsat = payableAmount(ours.anyAmount ? undefined : ours.amountMsat, request.amountMsat)
  return payInside(deps, ours, { ...request, amountMsat })
}

/** The invoice of this service that a text is, or writes in another way; undefined: it is another node's. */
async function findOurs(deps: PaymentDeps, text: string): Promise<Payment | undefined> {
  const paymentHash = statedHash(text)
  const stated = paymentHash === undefined ? undefined : await findInvoice(deps.db, paymentHash)
  // With exactly this text: it need not be read.
  if (stated?.bolt11 === text) return stated
  const bolt11 = readingErrors(() => parseInvoice(text))
  if (stated === undefined && bolt11.paymentHash === paymentHash) return undefined
  const ours = await findOwnInvoice(deps, bolt11)
  if (ours === undefined) return undefined
  // An invoice of a deleted account: cancelled first, then its text was deleted.
  if (ours.bolt11 === '') requireOpen(ours)
  // Same hash, other text: a copy made to have another payee's invoice marked as paid (rule A41).
  if (ours.bolt11 !== bolt11.bolt11)
    throw badRequest('The invoice does not match the one that was made for this hash.', { code: 'invoice_altered' })
  return ours
}

async function payOutside(deps: PaymentDeps, request: PayRequest): Promise<Payment> {
  const order = readOrder(deps, request)
  const { claim, limits = [], alongside = [] } = request
  const open = { payment: order, caps: deps.policy.caps, claim, limits, alongside }
  const opened = await deps.leaving
    .byReserving(order.walletId, msat(order.amountMsat + order.feeLimitMsat), () => deps.db.transact(openSend, open))
    .catch(async (error: unknown) => {
      throw await withFeeReserve(deps.db, order, error)
    })
  if (!opened) return (await replaySend(deps, request.claim)) ?? (await requirePayment(deps, order.checkingId))
  await within(deps.policy.payWaitMs, execute(deps, asStored(order), request))
  return requirePayment(deps, order.checkingId)
}

/** All rules that need no balance, checked before anything is reserved (rules A23, A34, A35, A42). */
function readOrder(deps: PaymentDeps, request: PayRequest) {
  const now = unixSeconds(deps.clock)
  const invoice = readingErrors(() => readInvoice(request.bolt11))
  const node = deps.funding.identity()
  const sourceId = deps.funding.id()
  if (node === undefined || sourceId === undefined)
    throw unavailable('The Lightning node has not answered yet. Nothing was sent.', { code: 'node_away' })
  if (invoice.network !== node.network)
    throw badRequest('The invoice is for another network.', { code: 'invoice_of_other_network' })
  if (invoice.payee === node.nodeKey)
    throw badRequest('This node has no such invoice.', { code: 'invoice_unknown_to_node' })
  if (invoice.timestamp + invoice.expirySeconds <= now)
    throw badRequest('The invoice has expired.', { code: 'invoice_expired' })
  const amountMsat = payableAmount(invoice.amountMsat as Msat | undefined, request.amountMsat)
  if (amountMsat > deps.policy.maxPaymentMsat) throw amountTooLarge(deps.policy.maxPaymentMsat)
  return {
    checkingId: request.checkingId ?? newOrderedId(deps.clock()),
    walletId: request.walletId,
    direction: 'out',
    state: 'reserved',
    paymentHash: invoice.paymentHash,
    bolt11: invoice.bolt11,
    amountMsat,
    sourceId,
    feeLimitMsat: request.feeLimitMsat ?? feeReserveOf(amountMsat, deps.policy.fees),
    memo: request.memo ?? (invoice.description ?? '').replaceAll('\0', ''),
    extra: request.extra,
    tag: request.tag,
    webhook: request.webhook,
    attempt: 1,
    // A process that finds it in this state after that time knows that it was never sent.
    dueAt: deps.clock() + NEVER_SENT_AFTER_MS,
    createdAt: now,
    expiresAt: Math.min(invoice.timestamp + invoice.expirySeconds, LAST_SECOND),
    countedIn: toCountedIn(request.limits),
  } as const
}

const NEVER_SENT_AFTER_MS = 10_000
/** Invoices may have any expiry; cap it to a valid date. */
const LAST_SECOND = 253_402_300_799

function payableAmount(ofInvoice: Msat | undefined, asked: Msat | undefined): Msat {
  if (ofInvoice !== undefined) {
    requireSameAmount(ofInvoice, asked)
    return ofInvoice
  }
  if (asked === undefined) throw badRequest('The invoice names no amount; specify one.', { code: 'amount_missing' })
  return msat(asked)
}

function requireSameAmount(ofInvoice: Msat, asked: Msat | undefined): void {
  if (asked !== undefined && asked !== ofInvoice) {
    const msg = 'differs from the amount of the invoice'
    throw invalid(
      { type: 'value_error', loc: ['body', 'amount'], msg, input: toJson(asked) / 1000 },
      { code: 'invoice_amount_differs' },
    )
  }
}

/**
 * Commits the dispatch, asks the node and concludes. Without a clear answer the payment stays pending for the
 * reconciler.
 */
async function execute(deps: PaymentDeps, payment: Send, request: PayRequest): Promise<void> {
  const startedAt = performance.now()
  const { checkingId, attempt } = payment
  const marked = await markAttempt(deps, payment)
  if (marked === 'unreachable') {
    const reason = 'node_unreachable'
    await deps.db.transact(failOutgoing, { payment, reason, at: unixSeconds(deps.clock), from: 'reserved' })
    return
  }
  const dueAt = deps.clock() + deps.policy.payWaitMs
  if (!(await deps.db.transact(dispatchSend, { checkingId, attempt, dueAt, mark: marked.mark }))) return
  // The process was suspended for long: do not send this late; the reconciler asks the node.
  if (performance.now() - startedAt > NEVER_SENT_AFTER_MS) return
  const outcome = await askNode(deps, payment, request, marked.mark)
  try {
    await concludeSend(deps, { ...payment, state: 'dispatched' }, outcome)
  } catch (error) {
    deps.log.error({ payment: checkingId, err: error }, 'a payment could not be concluded; the reconciler retries')
  }
}

/**
 * Reads the node's record of the hash before this attempt is sent. A node without ids of ours needs this mark to
 * distinguish this attempt's outcome from an earlier one's, also after a restart.
 */
async function markAttempt(
  deps: PaymentDeps,
  { checkingId, paymentHash }: Send,
): Promise<{ readonly mark: string | undefined } | 'unreachable'> {
  const { funding } = deps
  if (funding.attemptMark === undefined) return { mark: undefined }
  try {
    const mark = await within(MARK_MS, funding.attemptMark(paymentHash))
    return mark === undefined ? 'unreachable' : { mark }
  } catch (error) {
    nodeLog(deps).warn(
      { payment: checkingId, err: error },
      'the node did not answer before a payment; nothing was sent',
    )
    return 'unreachable'
  }
}

const MARK_MS = 5000

/** A missing answer is not a failure (rule A14). */
async function askNode(
  deps: PaymentDeps,
  payment: Send,
  request: PayRequest,
  mark: string | undefined,
): Promise<PayOutcome> {
  try {
    return await deps.funding.pay({
      bolt11: payment.bolt11,
      paymentHash: payment.paymentHash,
      amountMsat: request.amountMsat === undefined ? undefined : payment.amountMsat,
      feeLimitMsat: payment.feeLimitMsat,
      attemptId: attemptIdOf(payment),
      mark,
    })
  } catch (error) {
    nodeLog(deps).warn({ payment: payment.checkingId, err: error }, 'the node did not answer a payment clearly')
    return { status: 'pending' }
  }
}

async function requirePayment(deps: PaymentDeps, checkingId: string): Promise<Payment> {
  const payment = await findPayment(deps.db, checkingId)
  if (payment === undefined) throw new Error(`payment ${checkingId} is gone`)
  return payment
}

function readingErrors<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof InvoiceError) throw unreadableInvoice('Not a payable invoice', error)
    throw error
  }
}
