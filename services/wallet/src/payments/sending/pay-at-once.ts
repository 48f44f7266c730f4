import { badRequest, type ServiceError } from '@satchel/http/service-error'
import type { FundingSource } from '@satchel/lightning/port/funding-source'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import type { Change } from '../../db/database.ts'
import { findSpendable } from '../../ledger/ledger.ts'
import type { SpendLimit } from '../limits/spend-limits.ts'
import type { IdempotencyClaim } from '../states/idempotency.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { asStored, type NewSend } from '../states/payment-store.ts'
import { payInsideAtOnce } from './internal-commands.ts'

/** How long the node may take to close an invoice before the payment continues without it (rule C3). */
const CLOSING_MS = 1000
/** When the node is asked again to close an invoice that was paid internally. */
const CLOSE_AGAIN_AFTER_MS = 5000

export type Closing = 'closed' | 'paid' | 'refused' | 'unreachable'

/** Closes the invoice at its node, or asks whether it is paid where the node cannot close it. */
export const closeFirst = async (node: Pick<FundingSource, 'closeInvoice'>, paymentHash: string): Promise<Closing> =>
  (await within(
    CLOSING_MS,
    node.closeInvoice(paymentHash).catch(() => 'unreachable' as const),
  )) ?? 'unreachable'

/**
 * Until when the closing is owed, Unix milliseconds. A node that cannot close invoices is not asked again: later outside
 * payments are booked as surplus.
 */
export const closeOwedUntil = (
  { clock }: PaymentDeps,
  node: Pick<FundingSource, 'can'>,
  closed: Closing,
): number | undefined => (closed === 'closed' || !node.can.closeInvoice ? undefined : clock() + CLOSE_AGAIN_AFTER_MS)

export const invoicePaid = (): ServiceError => badRequest('This invoice is already paid.', { code: 'invoice_paid' })

export interface AtOnce {
  readonly invoice: Payment
  readonly order: NewSend & { readonly tag: string }
  readonly claim: IdempotencyClaim | undefined
  readonly limits: readonly SpendLimit[]
  readonly alongside: readonly Change[]
}

/**
 * Pays an invoice of this service in one transaction, after its node was asked (rule C3). `two steps`: nothing was asked
 * and nothing has changed, because the books may reject the payment after the node has closed the invoice. `replay`: the
 * idempotency key was used before.
 */
export async function payAtOnce(deps: PaymentDeps, payment: AtOnce): Promise<Payment | 'two steps' | 'replay'> {
  const { invoice, order, claim, limits } = payment
  const { walletId, amountMsat, paymentHash } = order
  const node = deps.funding.of(invoice.sourceId)
  const closes = node.can.closeInvoice
  if (closes && (limits.length > 0 || !deps.leaving.isTrusted(walletId))) return 'two steps'
  const key = claim && `${claim.scope} ${claim.key}`
  return deps.leaving.inOneStep({ walletId, amountMsat, paymentHash, key }, async (leavingMsat) =>
    closes && (await findSpendable(deps.db, walletId)) < leavingMsat ? 'two steps' : askAndPay(deps, node, payment),
  )
}

async function askAndPay(
  deps: PaymentDeps,
  node: Pick<FundingSource, 'can' | 'closeInvoice'>,
  payment: AtOnce,
): Promise<Payment | 'replay'> {
  const { invoice, order } = payment
  const closed = await closeFirst(node, invoice.paymentHash)
  if (closed === 'paid') throw invoicePaid()
  let paid: Payment | 'replay' | undefined
  try {
    paid = await book(deps, payment, closeOwedUntil(deps, node, closed))
    return paid
  } finally {
    // The books had another mind than before the closing.
    if (closed === 'closed' && typeof paid !== 'object') deps.leaving.distrust(order.walletId)
  }
}

async function book(
  deps: PaymentDeps,
  { invoice, order, claim, limits, alongside }: AtOnce,
  owedUntil: number | undefined,
): Promise<Payment | 'replay'> {
  const paid = {
    ...order,
    state: 'success',
    preimage: invoice.preimage,
    finishedAt: unixSeconds(deps.clock),
  } as const
  const { checkingId, walletId, direction, anyAmount, tag, createdAt } = invoice
  const isPaid = await deps.db.transact(payInsideAtOnce, {
    invoice: { checkingId, walletId, direction, anyAmount, tag, createdAt, amountMsat: order.amountMsat },
    payment: paid,
    claim,
    limits,
    alongside,
    closeOwedUntil: owedUntil,
  })
  return isPaid ? asStored(paid) : 'replay'
}
