import type { Invoice, InvoiceOptions, InvoiceState } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { paymentLimit } from '@satchel/extension-sdk/replies/payment-limit'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { type Decimal, decimalOf } from '@satchel/money/decimal'
import { fiatToSatsFloor } from '@satchel/money/fiat-to-sats'
import { MAX_SAT, msat } from '@satchel/money/units'
import { findAvailable } from '../../../ledger/ledger.ts'
import { countMatching, listPayments } from '../../../payments/lists/payment-list-store.ts'
import { cutMemo } from '../../../payments/lnurl/cut-memo.ts'
import { createInvoice, type ReceiveRequest } from '../../../payments/receiving/create-invoice.ts'
import { decimalIf, isWithin, priceOf } from '../../../payments/receiving/price-invoice.ts'
import type { Payment } from '../../../payments/states/payment.ts'
import { findPayment } from '../../../payments/states/payment-store.ts'
import { findWalletPayment } from '../../../payments/states/wallet-payment-store.ts'
import type { FiatValue } from '../../../rates/fiat-value-store.ts'
import { requireQuote } from '../../../rates/rates.ts'
import type { NewExtensionInvoice } from '../stores/commit-run.ts'
import { findExtensionInvoice } from '../stores/extension-invoice-store.ts'
import { findPromised } from '../stores/intent-store.ts'
import type { MinuteQuota } from './minute-quota.ts'
import { toPaymentView } from './payment-view.ts'
import { requireEnabledAccount, requireOpenWallet } from './require-open-wallet.ts'
import { type AnyCtx, boundedJson, type RunParts } from './run-parts.ts'
import { sayInRun } from './run-words.ts'
import { isByOutsider } from './trigger.ts'
import { countOpenInvoices, openVisitorInvoices } from './visitor-invoices.ts'

const DEFAULT_EXPIRY_SECONDS = 3600
/** Rows of one answer: in JSON less than a message to the code of a package may have. */
const MAX_LISTED = 250

/**
 * Receives, and reads received payments. Invoices are created immediately; the commit assigns them to the extension.
 */
export function openRunWallets(parts: RunParts, quota: MinuteQuota) {
  const { deps, wallets, demand } = parts
  const invoices: NewExtensionInvoice[] = []
  const visitors = openVisitorInvoices(parts, quota)
  const toSat = async (amount: number, currency: string): Promise<number> => convert(parts, amount, currency).sat
  const readable = async (wallet: WalletHandle): Promise<string> => {
    const { walletId } = wallets.walletOf(wallet)
    if (isByOutsider(parts.trigger)) await requireEnabledAccount(deps.db, walletId)
    return walletId
  }
  const calls: AnyCtx['wallets'] = {
    async createInvoice(wallet, order) {
      demand('receive')
      const { walletId, userId } = wallets.walletOf(wallet)
      await requireOpenWallet(deps.db, walletId)
      await visitors.require(order.itemId)
      const data = boundedJson(order.data)
      const memo = await sayInRun(parts, order.memo ?? '', userId)
      const { amountMsat, fiat } = amountOf(parts, order)
      const tooMuch = paymentLimit(limitOf(parts), Number(amountMsat) / 1000)
      if (tooMuch !== undefined) throw reject(tooMuch)
      const made = await make(parts, walletId, { ...order, memo }, { amountMsat, fiat })
      invoices.push({
        checkingId: made.checkingId,
        paymentHash: made.paymentHash,
        itemId: order.itemId,
        walletId,
        data,
        verifiable: order.verifiable === true,
        expiresAt: made.expiresAt,
      })
      visitors.note(order.itemId, made.checkingId, made.expiresAt)
      return toInvoice(made)
    },
    async invoice(paymentHash) {
      const own = await findExtensionInvoice(deps.db, { paymentHash })
      if (own === undefined || own.extId !== parts.extension.manifest.id) return null
      const payment = await findPayment(deps.db, own.checkingId)
      return payment === undefined ? null : toInvoiceState(payment, own, parts.at)
    },
    countOpenInvoices: (itemId) => countOpenInvoices(parts, itemId),
    async balance(wallet) {
      const walletId = await readable(wallet)
      const booked = await findAvailable(deps.db, walletId)
      const promised = await findPromised(deps.db, walletId)
      const available = booked > promised ? booked - promised : 0n
      return { sat: Number(available / 1000n), msat: Number(available) }
    },
    async payments(wallet, query) {
      demand('payments.read')
      const { filter, page } = toPaymentQuery(query ?? {})
      const { payments } = await listPayments(deps.db, { ...filter, walletIds: [await readable(wallet)] }, page)
      return payments.map(toPaymentView)
    },
    async countPayments(wallet, query) {
      demand('payments.read')
      const { filter } = toPaymentQuery(query ?? {})
      return countMatching(deps.db, { ...filter, walletIds: [await readable(wallet)] })
    },
    async payment(wallet, paymentHash) {
      demand('payments.read')
      const found = await findWalletPayment(deps.db, await readable(wallet), paymentHash)
      return found === undefined ? null : toPaymentView(found)
    },
  }
  return { calls, invoices, toSat }
}

type PaymentQuery = NonNullable<Parameters<AnyCtx['wallets']['payments']>[1]>

/** Copies only these fields: the code of a package may send anything. */
function toPaymentQuery({ direction, status, from, to, limit = 20, offset = 0 }: PaymentQuery) {
  const areKnown =
    (direction === undefined || DIRECTIONS.has(direction)) && (status === undefined || STATES.has(status))
  const areWhole = [from, to, limit, offset].every(
    (one) => one === undefined || (Number.isSafeInteger(one) && one >= 0),
  )
  if (!areKnown || !areWhole) throw reject('There is no such list of payments.')
  return { filter: { direction, status, from, to }, page: { limit: Math.min(limit, MAX_LISTED), offset } }
}

const DIRECTIONS: ReadonlySet<string> = new Set(['in', 'out'])
const STATES: ReadonlySet<string> = new Set(['pending', 'success', 'failed'])

function make(
  parts: RunParts,
  walletId: string,
  { memo, ...order }: InvoiceOptions & { readonly memo: string },
  amounts: Pick<ReceiveRequest, 'amountMsat' | 'fiat'>,
): Promise<Payment> {
  const tag = parts.extension.manifest.id
  return createInvoice(parts.deps.payments, {
    walletId,
    ...amounts,
    memo: cutMemo(memo),
    descriptionHash: order.descriptionHash,
    expirySeconds: order.expirySec ?? DEFAULT_EXPIRY_SECONDS,
    extra: boundedJson({ ...order.extra, tag, item: order.itemId }),
    tag,
  })
}

const limitOf = ({ deps }: RunParts) => ({ maxSat: Number(deps.payments.policy.maxPaymentMsat / 1000n) })

/** A price in a currency is kept with the payment. */
function amountOf(parts: RunParts, { msat: exact, sat, money, tax, tip }: InvoiceOptions) {
  const converted = exact === undefined && money !== undefined ? convert(parts, ...money) : undefined
  const amount = exact ?? (converted?.sat ?? sat ?? Number.NaN) * 1000
  if (!Number.isSafeInteger(amount) || amount < 1) throw reject('The amount is less than 1 satoshi, or too large.')
  return { amountMsat: msat(BigInt(amount)), fiat: converted?.toPrice?.(tax, tip) }
}

const WRONG_PARTS = 'Tax and tip must be parts of the amount.'

interface Converted {
  readonly sat: number
  /** What is kept of a price in a currency, with the parts of it that are tax and tip. */
  readonly toPrice?: (tax: number | undefined, tip: number | undefined) => FiatValue
}

function convert({ deps }: RunParts, money: number, currency: string): Converted {
  if (!Number.isFinite(money) || money < 0) throw reject('The amount must be a number of at least 0.', 422)
  if (currency.toLowerCase() === 'sat') return { sat: Math.floor(money) }
  const code = deps.rates.codeOf(currency)
  if (code === undefined) throw reject(`${currency} is not a currency of this service.`)
  const { price } = requireQuote(deps.rates.quotesForMoney(), code)
  const amount = decimalOf(money)
  const sats = fiatToSatsFloor(amount, price)
  if (sats > MAX_SAT) throw reject('The amount is too large.')
  return { sat: Number(sats), toPrice: (tax, tip) => priceOf(code, price, requireParts(amount, tax, tip)) }
}

function requireParts(amount: Decimal, tax: number | undefined, tip: number | undefined) {
  if ([tax, tip].some((part) => part !== undefined && !(Number.isFinite(part) && part >= 0))) throw reject(WRONG_PARTS)
  const price = { amount, tax: decimalIf(tax), tip: decimalIf(tip) }
  if (!isWithin(price)) throw reject(WRONG_PARTS)
  return price
}

const toInvoice = (payment: Payment): Invoice => ({
  paymentHash: payment.paymentHash,
  paymentRequest: payment.bolt11,
  sat: Number(payment.amountMsat / 1000n),
  msat: Number(payment.amountMsat),
  memo: payment.memo,
  expiresAt: new Date(payment.expiresAt * 1000).toISOString(),
})

function toInvoiceState(
  payment: Payment,
  { itemId, data, verifiable }: Pick<InvoiceState, 'itemId' | 'data' | 'verifiable'>,
  now: number,
): InvoiceState {
  const isPaid = payment.state === 'success'
  return {
    ...toInvoice(payment),
    itemId,
    data,
    verifiable,
    status: isPaid ? 'paid' : payment.state === 'expired' || payment.expiresAt <= now ? 'expired' : 'pending',
    ...(isPaid && payment.preimage !== undefined && { preimage: payment.preimage }),
    ...(isPaid && payment.finishedAt !== undefined && { paidAt: payment.finishedAt }),
  }
}
