import type { Invoice, InvoiceState } from '@satchel/extension-sdk/context'
import type { Socket } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { hasVersions, newDownloadLink } from './download-link.ts'
import { type PaywallCtx, type PaywallItem, type Purchase, route, routes } from './fields.ts'
import { newOrder, type OrderData, requireDownloads, requireOpen, waitingFor } from './purchase.ts'

const INVOICE = {
  payment_hash: { type: 'text', max: 64, doc: 'Payment hash; later it opens the purchase.', optional: true },
  payment_request: { type: 'text', max: 4000, doc: 'Invoice to pay (BOLT 11).', optional: true },
} as const

/** Routes for programs that were written for LNbits, and for LNbits itself, which buys releases of extensions. */
export const LNBITS_PAYWALL_ROUTES = routes({
  'POST /paywalls/invoice/:id': route({
    access: 'public',
    summary: 'Buy, compatible with LNbits',
    description:
      'The payment hash opens the purchase. Nodes that forward the payment know it, too: prefer `POST /paywall/public/{id}/invoices`. Also at `/paywall/api/v1/paywalls/invoice/{id}` and `/paywall/api/v1/paywalls/{id}/invoice`.',
    body: { amount: { type: 'money', min: 0, doc: 'Amount in the currency of the paywall; at least its price.' } },
    reply: INVOICE,
    async handle({ params, body }, ctx) {
      const item = await requireItem(ctx, params.id)
      if (body.amount < item.amount) throw tooLittle(item)
      return { json: await sell(ctx, item, { money: [body.amount, item.currency] }) }
    },
  }),
  'GET /paywalls/invoice/:id': route({
    access: 'public',
    summary: 'Get the price or an invoice, compatible with LNbits',
    description:
      'Without `amount`: the price in the currency of the paywall. With `amount`, in satoshis: an invoice, as from the `POST`. Also at `/paywall/api/v1/paywalls/invoice/{id}`.',
    query: { amount: { type: 'int', min: 0, doc: 'Amount, satoshis.', optional: true } },
    reply: { amount: { type: 'money', doc: 'Price; only without `amount`.', optional: true }, ...INVOICE },
    async handle({ params, query: { amount: sat = 0 } }, ctx) {
      const item = await requireItem(ctx, params.id)
      if (sat === 0) return { json: { amount: item.amount } }
      if (sat < (await ctx.rates.toSat(item.amount, item.currency))) throw tooLittle(item)
      return { json: await sell(ctx, item, { sat }) }
    },
  }),
  'POST /paywalls/check_invoice/:id': route({
    access: 'public',
    summary: 'Open a purchase, compatible with LNbits',
    description:
      'For purchases by such an invoice, purchases of releases, and purchases imported from LNbits. Also at `/paywall/api/v1/paywalls/check_invoice/{id}` and `/paywall/api/v1/paywalls/{id}/check_invoice`.',
    body: { payment_hash: { type: 'text', max: 64, lowerCase: true, doc: 'Payment hash.' } },
    reply: {
      paid: { type: 'bool', doc: 'True: the purchase is paid and has not expired.' },
      url: { type: 'url', doc: 'URL that was bought, or a download link; only if paid.', optional: true },
      remembers: {
        type: 'bool',
        doc: 'True: the browser of a buyer remembers the access; only if paid.',
        optional: true,
      },
    },
    async handle({ params, body }, ctx) {
      const item = await requireItem(ctx, params.id)
      const purchase = await findByHash(ctx, item, body.payment_hash)
      const headers = { 'Cache-Control': 'private, no-store' }
      if (purchase === undefined) return { json: { paid: false }, headers }
      return { json: { paid: true, url: addressOf(ctx, item, purchase), remembers: item.remembers }, headers }
    },
  }),
})

/** Notifies clients that wait for a payment. */
export const LNBITS_PAYWALL_SOCKET: Socket<PaywallCtx, { readonly id: string; readonly payment_hash: string }> = {
  async open({ params: { id, payment_hash: hash } }, ctx) {
    const invoice = await ctx.wallets.invoice(hash.toLowerCase())
    return invoice?.itemId === id && opensByHash(invoice) ? waitingFor(id, hash) : null
  },
  async heartbeat({ request: { params } }, ctx) {
    const item = await ctx.items.get(params.id)
    if (item === null || (await findByHash(ctx, item, params.payment_hash)) === undefined) return
    await ctx.notify.push(waitingFor(item.id, params.payment_hash), { paid: true })
  },
}

/**
 * A purchase that only the hash proves (decision 0063): releases, invoices of this file, and purchases imported from
 * LNbits.
 */
export async function findByHash(ctx: PaywallCtx, item: PaywallItem, hash: string): Promise<Purchase | undefined> {
  const payment_hash = hash.toLowerCase()
  const [purchase] = await ctx.table('purchases').find({ where: { payment_hash }, limit: 1 })
  if (purchase === undefined || purchase.item !== item.id) return undefined
  if (item.release) return purchase
  const invoice = await ctx.wallets.invoice(payment_hash)
  return invoice === null || opensByHash(invoice) ? purchase : undefined
}

const opensByHash = ({ data }: InvoiceState): boolean => (data as Partial<OrderData> | null)?.opensByHash === true

function addressOf(ctx: PaywallCtx, item: PaywallItem, purchase: Purchase): string {
  if (item.release) {
    // LNbits puts the version of a release here.
    const version = hasVersions(item) ? '&version=__your_version_here___' : ''
    return ctx.url(`/download/${item.id}?payment_hash=${purchase.payment_hash}${version}`)
  }
  requireOpen(ctx, purchase)
  if (item.kind !== 'file') return item.url
  requireDownloads(purchase)
  return newDownloadLink(ctx, purchase).url
}

async function requireItem(ctx: PaywallCtx, id: string): Promise<PaywallItem> {
  const item = await ctx.items.get(id)
  if (item === null) throw reject('There is no such paywall.', 404)
  return item
}

const tooLittle = ({ amount, currency }: PaywallItem) =>
  reject(fixed('The price is {price}.', { price: amountText(amount, currency) }))

async function sell(
  ctx: PaywallCtx,
  { id, wallet, memo }: PaywallItem,
  price: { readonly sat: number } | { readonly money: readonly [number, string] },
) {
  const { data } = newOrder(ctx, { isPreimagePublic: false, opensByHash: true })
  const made: Invoice = await ctx.wallets.createInvoice(wallet, { ...price, memo, itemId: id, data })
  return { payment_hash: made.paymentHash, payment_request: made.paymentRequest }
}
