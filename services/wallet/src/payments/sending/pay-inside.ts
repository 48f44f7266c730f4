import { badRequest, ServiceError } from '@satchel/http/service-error'
import type { Msat } from '@satchel/money/units'
import { unixSeconds } from '../../base/clock.ts'
import { newOrderedId } from '../../base/ids.ts'
import { amountTooLarge } from '../limits/amount-too-large.ts'
import { requireRoomInWallet } from '../limits/require-room-in-wallet.ts'
import { toCountedIn } from '../limits/spend-limits.ts'
import { stillInProgress } from '../states/idempotency.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { asStored, findPayment } from '../states/payment-store.ts'
import { abortInternal, beginInternal, holdInternal, type Pair, settleInternal } from './internal-commands.ts'
import { type AtOnce, closeFirst, closeOwedUntil, invoicePaid, payAtOnce } from './pay-at-once.ts'
import type { PayRequest } from './pay-request.ts'
import { replaySend } from './replay-send.ts'
import { alreadyPaying } from './send-commands.ts'

/** After this the reconciler carries on a payment whose process has stopped. */
const ABANDONED_AFTER_MS = 5000

/**
 * Pays an invoice of this service by two postings, without a fee and without a payment of the node. The invoice is
 * closed at the node first, so that it cannot be paid from outside, too (rule A6). In one step where nothing can be left
 * behind, else in two (rule C3).
 */
export async function payInside(
  deps: PaymentDeps,
  invoice: Payment,
  request: Omit<PayRequest, 'amountMsat'> & { readonly amountMsat: Msat },
): Promise<Payment> {
  const { amountMsat } = request
  const now = unixSeconds(deps.clock)
  requirePayable(deps, invoice, amountMsat, now)
  // A payment within one wallet does not raise its balance.
  if (request.walletId !== invoice.walletId) await requireRoomInWallet(deps, invoice.walletId, amountMsat)
  const { claim, limits = [], alongside = [] } = request
  const outgoing = {
    checkingId: request.checkingId ?? newOrderedId(deps.clock()),
    walletId: request.walletId,
    direction: 'out',
    state: 'reserved',
    paymentHash: invoice.paymentHash,
    bolt11: invoice.bolt11,
    amountMsat,
    sourceId: invoice.sourceId,
    memo: request.memo ?? invoice.memo,
    extra: request.extra,
    tag: request.tag,
    webhook: request.webhook,
    peerId: invoice.checkingId,
    createdAt: now,
    expiresAt: invoice.expiresAt,
    countedIn: toCountedIn(limits),
  } as const
  const order = { invoice, order: outgoing, claim, limits, alongside }
  const paid = takesTwoSteps(order) ? 'two steps' : await explaining(deps, invoice, payAtOnce(deps, order))
  if (paid === 'replay') return replay(deps, request)
  if (paid !== 'two steps') return paid
  const begin = {
    invoice: { checkingId: invoice.checkingId },
    payment: outgoing,
    caps: invoice.hold === '' ? undefined : deps.policy.caps,
    claim,
    limits,
    alongside,
    dueAt: deps.clock() + ABANDONED_AFTER_MS,
  }
  const beginning = deps.leaving.byReserving(request.walletId, amountMsat, () => deps.db.transact(beginInternal, begin))
  const begun = await explaining(deps, invoice, beginning)
  if (!begun) return replay(deps, request)
  if ((await finishInside(deps, invoice, outgoing)) === 'settled') {
    return asStored(
      { ...outgoing, preimage: invoice.preimage },
      { state: 'success', finishedAt: unixSeconds(deps.clock) },
    )
  }
  const payment = await findPayment(deps.db, outgoing.checkingId)
  if (payment === undefined) throw new Error(`payment ${outgoing.checkingId} is gone`)
  return payment
}

/** A held payment waits for a decision; a wallet that pays itself must have the amount, which does not leave it. */
const takesTwoSteps = ({ invoice, order }: AtOnce): boolean =>
  invoice.hold !== '' || invoice.walletId === order.walletId

async function replay(deps: PaymentDeps, { claim }: Pick<PayRequest, 'claim'>): Promise<Payment> {
  const replayed = await replaySend(deps, claim)
  if (replayed === undefined) throw stillInProgress()
  return replayed
}

/**
 * If another request has changed the invoice first, the error has its current state. After an error other than
 * 400 the payment may have begun.
 */
async function explaining<T>(deps: PaymentDeps, { checkingId }: Payment, paying: Promise<T>): Promise<T> {
  try {
    return await paying
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error
    const now = await findPayment(deps.db, checkingId)
    const reason = now && endedBy(now.state)
    throw reason ?? error
  }
}

/** Rejects an invoice that is no longer open, with the reason. */
export function requireOpen({ state }: Pick<Payment, 'state'>): void {
  if (state === 'open') return
  const reason = endedBy(state)
  throw reason ?? alreadyPaying()
}

function requirePayable(deps: PaymentDeps, invoice: Payment, amountMsat: Msat, now: number): void {
  requireOpen(invoice)
  if (invoice.expiresAt <= now) throw badRequest('The invoice has expired.', { code: 'invoice_expired' })
  if (amountMsat > deps.policy.maxPaymentMsat) throw amountTooLarge(deps.policy.maxPaymentMsat)
}

/** Why an invoice in this state can no longer be paid; undefined = nothing is known against it. */
function endedBy(state: Payment['state']): ServiceError | undefined {
  switch (state) {
    case 'expired':
      return badRequest('The invoice has expired.', { code: 'invoice_expired' })
    case 'cancelling':
    case 'failed':
      return badRequest('The invoice was cancelled.', { code: 'invoice_cancelled' })
    case 'success':
      return invoicePaid()
    default:
      return undefined
  }
}

/** Finishes an internal payment, also one left by a crash (rule K8). `settled` only when this call settled it. */
export async function finishInside(
  deps: PaymentDeps,
  invoice: Payment,
  outgoing: Pair['outgoing'],
): Promise<'settled' | 'other'> {
  const pair = toPair(invoice, outgoing)
  const node = deps.funding.of(invoice.sourceId)
  const closed = await closeFirst(node, invoice.paymentHash)
  const at = unixSeconds(deps.clock)
  if (closed === 'paid') {
    await deps.db.transact(abortInternal, {
      ...pair,
      at,
      reason: 'The invoice was paid from outside at the same moment.',
      invoiceBecomes: 'open',
    })
    return 'other'
  }
  if (invoice.hold !== '') {
    await deps.db.transact(holdInternal, { ...pair, at, dueAt: deps.clock() + deps.policy.holdSeconds * 1000 })
    return 'other'
  }
  try {
    const settled = await deps.db.transact(settleInternal, {
      ...pair,
      preimage: invoice.preimage ?? null,
      at,
      closeOwedUntil: closeOwedUntil(deps, node, closed),
    })
    return settled ? 'settled' : 'other'
  } catch (error) {
    // The payee's wallet is full (rule A35): return everything to the payer.
    if (!(error instanceof ServiceError)) throw error
    await deps.db.transact(abortInternal, { ...pair, at, reason: error.detail, invoiceBecomes: 'open' })
    return 'other'
  }
}

/** The two rows of an internal payment; undefined when the invoice was paid from outside, or not at all. */
export async function findPair(deps: PaymentDeps, invoice: Payment): Promise<Pair | undefined> {
  const outgoing = invoice.peerId === undefined ? undefined : await findPayment(deps.db, invoice.peerId)
  return outgoing && toPair(invoice, outgoing)
}

/** Copies only the fields that the commands need: they are sent to another thread. */
const toPair = (invoice: Pair['incoming'], outgoing: Pair['outgoing']): Pair => ({
  incoming: {
    checkingId: invoice.checkingId,
    walletId: invoice.walletId,
    direction: invoice.direction,
    amountMsat: invoice.anyAmount ? outgoing.amountMsat : invoice.amountMsat,
    anyAmount: invoice.anyAmount,
    tag: invoice.tag,
    createdAt: invoice.createdAt,
    expiresAt: invoice.expiresAt,
  },
  outgoing: {
    checkingId: outgoing.checkingId,
    walletId: outgoing.walletId,
    amountMsat: outgoing.amountMsat,
    tag: outgoing.tag,
    createdAt: outgoing.createdAt,
    countedIn: outgoing.countedIn,
  },
})
