import { hash } from 'node:crypto'
import { badRequest, unavailable } from '@satchel/http/service-error'
import type { CreatedInvoice, FundingSource, InvoiceOrder } from '@satchel/lightning/port/funding-source'
import { type Msat, msat, sat, satToMsat } from '@satchel/money/units'
import { unixSeconds } from '../../base/clock.ts'
import { newOrderedId, randomChunk } from '../../base/ids.ts'
import { within } from '../../base/within.ts'
import type { FiatValue } from '../../rates/fiat-value-store.ts'
import { amountTooLarge } from '../limits/amount-too-large.ts'
import { requireRoomForHold } from '../limits/hold-limits.ts'
import { requireRoomInWallet } from '../limits/require-room-in-wallet.ts'
import { findClaimedKey, type IdempotencyClaim, stillInProgress } from '../states/idempotency.ts'
import { isHashKnown } from '../states/is-hash-known.ts'
import { nodeLog } from '../states/node-log.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { asStored, findPayment, type NewInvoice } from '../states/payment-store.ts'
import { hashIsKnown, storeInvoice } from './invoice-commands.ts'

export interface ReceiveRequest {
  readonly walletId: string
  /** Undefined: the payer chooses. */
  readonly amountMsat: Msat | undefined
  /** The fiat price from which the amount was computed. */
  readonly fiat?: FiatValue | undefined
  readonly memo: string
  readonly descriptionHash?: string | undefined
  readonly expirySeconds: number
  readonly extra: string
  readonly tag: string
  readonly webhook?: string | undefined
  /** `true`: the service keeps the preimage; a hash: the caller does. */
  readonly hold?: true | { readonly paymentHash: string } | undefined
  readonly claim?: IdempotencyClaim | undefined
}

/** Timeout for the node to make an invoice (rule E2). */
const NODE_MS = 2500
const POLL_MS = 500

/**
 * Has the node make an invoice and stores it before it is returned. If the process dies in between, the node has an
 * invoice that cannot be paid, because no payer has seen it (rule K10).
 */
export async function createInvoice(deps: PaymentDeps, request: ReceiveRequest): Promise<Payment> {
  if (request.amountMsat !== undefined && request.amountMsat > deps.policy.maxPaymentMsat) {
    throw amountTooLarge(deps.policy.maxPaymentMsat)
  }
  const replayed = await replayInvoice(deps, request.claim)
  if (replayed !== undefined) return replayed
  if (request.amountMsat === undefined) requireAmountless(deps.funding, request.hold)
  await requireRoomInWallet(deps, request.walletId, request.amountMsat ?? MIN_ROOM_MSAT)
  const limits = request.hold === undefined ? undefined : deps.policy.holds
  const secrets = await chooseSecrets(deps, request.hold)
  // An early check before the node is called; the transaction that stores the invoice checks again.
  const sourceId = deps.funding.id()
  if (limits !== undefined && sourceId !== undefined) {
    await requireRoomForHold(deps.db, { walletId: request.walletId, sourceId }, limits)
  }
  const createdAt = unixSeconds(deps.clock)
  const made = await askNode(deps, {
    amountMsat: request.amountMsat,
    memo: request.memo,
    descriptionHash: request.descriptionHash,
    expirySeconds: request.expirySeconds,
    createdAt,
    holdHash: request.hold === undefined ? undefined : secrets.paymentHash,
    preimage: request.hold === undefined ? secrets.preimage : undefined,
  })
  const payment = toNewPayment(deps, request, made, secrets, createdAt)
  const { claim, fiat } = request
  if (await deps.db.transact(storeInvoice, { payment, claim, fiat, limits })) return asStored(payment, { fiat })
  const first = await replayInvoice(deps, claim)
  if (first === undefined) throw stillInProgress()
  return first
}

/** The smallest payment: a wallet without room for it cannot use an invoice without an amount. */
const MIN_ROOM_MSAT = satToMsat(sat(1))

function requireAmountless({ can }: PaymentDeps['funding'], hold: ReceiveRequest['hold']): void {
  if (hold !== undefined) throw badRequest('A hold invoice needs an amount.', { code: 'hold_needs_amount' })
  if (!can.amountless) {
    throw badRequest('This node cannot make invoices without an amount.', { code: 'amountless_unavailable' })
  }
}

/** The invoice of an earlier request with this key; undefined if none. */
export async function replayInvoice(
  { db }: PaymentDeps,
  claim: IdempotencyClaim | undefined,
): Promise<Payment | undefined> {
  if (claim === undefined) return undefined
  const claimed = await findClaimedKey(db, claim)
  return claimed?.checkingId === undefined ? undefined : findPayment(db, claimed.checkingId)
}

interface Secrets {
  readonly paymentHash: string
  readonly preimage: string | undefined
  readonly kind: Payment['hold']
}

async function chooseSecrets({ db, funding }: PaymentDeps, hold: ReceiveRequest['hold']): Promise<Secrets> {
  if (hold !== undefined && !funding.can.hold) {
    throw badRequest('This node cannot make hold invoices.', { code: 'hold_invoices_unavailable' })
  }
  if (typeof hold === 'object') {
    if (await isHashKnown(db, hold.paymentHash)) throw hashIsKnown()
    return { paymentHash: hold.paymentHash, preimage: undefined, kind: 'theirs' }
  }
  const preimage = randomChunk(32)
  return {
    paymentHash: hash('sha256', preimage, 'hex'),
    preimage: preimage.toString('hex'),
    kind: hold === true ? 'ours' : '',
  }
}

/** The node has made an invoice, so its identity must be known. */
function requireId(funding: PaymentDeps['funding']): number {
  const id = funding.id()
  if (id === undefined) throw new Error('a node made an invoice before it was known')
  return id
}

async function askNode(deps: PaymentDeps, request: InvoiceOrder): Promise<CreatedInvoice> {
  const { funding } = deps
  try {
    const made = await within(NODE_MS, funding.createInvoice(request))
    if (made !== undefined) return made
  } catch (error) {
    nodeLog(deps).warn({ err: error }, 'the node could not make an invoice')
    // Of several requests with one hash the node accepts only the first.
    if (request.holdHash !== undefined && (await isHashAtNode(funding, request.holdHash))) throw hashIsKnown()
  }
  throw unavailable('The Lightning node does not answer; no invoice was made.', { code: 'node_away' })
}

async function isHashAtNode(funding: FundingSource, paymentHash: string): Promise<boolean> {
  const status = await within(POLL_MS, funding.incomingStatus(paymentHash)).catch(() => undefined)
  return status !== undefined && status.status !== 'unknown'
}

const toNewPayment = (
  { funding }: PaymentDeps,
  request: ReceiveRequest,
  made: CreatedInvoice,
  { paymentHash, preimage, kind }: Secrets,
  createdAt: number,
): NewInvoice => ({
  checkingId: newOrderedId(createdAt * 1000),
  walletId: request.walletId,
  direction: 'in',
  state: 'open',
  paymentHash: made.paymentHash,
  bolt11: made.bolt11,
  amountMsat: request.amountMsat ?? msat(0),
  anyAmount: request.amountMsat === undefined,
  memo: request.memo,
  tag: request.tag,
  extra: request.extra,
  webhook: request.webhook,
  // A node that chose its own hash may keep the preimage to itself.
  preimage: made.paymentHash === paymentHash ? preimage : made.preimage,
  hold: kind,
  sourceId: requireId(funding),
  dueAt: (createdAt + request.expirySeconds + 1) * 1000,
  createdAt,
  expiresAt: createdAt + request.expirySeconds,
})
