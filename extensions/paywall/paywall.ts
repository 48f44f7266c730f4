import { defineExtension } from '@satchel/extension-sdk/extension'
import type { PayLink, PayLinkInvoice } from '@satchel/extension-sdk/lnurl-pay-routes'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { isHeaders } from '@satchel/extension-sdk/webhook-fields'
import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { beginDownload, fileOf, newDownloadLink, takeBack } from './download-link.ts'
import { FIELDS, lnurlPayRoutes, type PaywallCtx, type PaywallItem, route, TABLES } from './fields.ts'
import { findByHash, LNBITS_PAYWALL_ROUTES, LNBITS_PAYWALL_SOCKET } from './lnbits-paywall.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { boughtPage, openPath, salePage } from './paywall-pages.ts'
import { findPurchase, newOrder, recordPurchase, requirePurchase } from './purchase.ts'

/** The amount, if the buyer chooses it. */
const MAX_SAT = 10_000_000

const PROOF = {
  claim: { type: 'text', max: 64, doc: 'The `claim` from the answer with the invoice.', optional: true },
  preimage: {
    type: 'text',
    max: 64,
    doc: 'Preimage of the payment, 64 hex digits. Not for purchases by LNURL.',
    optional: true,
  },
} as const

const VERSION = {
  type: 'text',
  max: 64,
  doc: 'Version of the file, if its URL has the placeholder `{version}`: letters, digits, dots, dashes, underscores and plus signs. Otherwise ignored.',
  optional: true,
} as const

function check(draft: Row<typeof FIELDS>): void {
  const { protocol, hostname } = new URL(draft.url)
  if (protocol !== 'https:' && !plainHttpHost(hostname)) throw reject('body.url: must begin with https://.', 422)
  if (draft.currency === 'sat' && !Number.isSafeInteger(draft.amount)) {
    throw reject('body.amount: must be whole satoshis.', 422)
  }
  const { file_headers: headers } = draft
  if (headers !== undefined && headers !== null && !isHeaders(headers)) {
    throw reject('body.file_headers: must be an object of at most 20 header names and texts.', 422)
  }
  if (draft.release && draft.kind !== 'file') throw reject('body.release: needs `kind` to be `file`.', 422)
}

interface Visit {
  readonly params: { readonly id: string }
}

async function requireItem({ params }: Visit, ctx: PaywallCtx): Promise<PaywallItem> {
  const item = await ctx.items.get(params.id)
  if (item === null) throw reject('There is no such paywall.', 404)
  return item
}

/** The amount that the buyer pays, in the currency of the item. */
function chosenAmount({ amount, currency }: PaywallItem, chosen: number | undefined): number {
  if (chosen === undefined) {
    if (amount === 0) throw reject('body.amount: choose an amount.', 422)
    return amount
  }
  if (chosen < amount) throw reject(fixed('The price is {price}.', { price: amountText(amount, currency) }))
  return chosen
}

/** Payable by every wallet, and by installations that buy a release (rule X7). */
const LNURL = {
  summary: 'Pay for a paywall',
  async find(request: Visit, ctx: PaywallCtx): Promise<PayLink> {
    const { amount, currency, memo, description } = await requireItem(request, ctx)
    return {
      range: async () => {
        const msat = (await ctx.rates.toSat(amount, currency)) * 1000
        return amount === 0 ? { minMsat: 1000, maxMsat: MAX_SAT * 1000 } : { minMsat: msat, maxMsat: msat }
      },
      metadata: { text: memo, longText: description },
      isFiat: currency !== 'sat' && amount > 0,
    }
  },
  async invoice(_payment: unknown, request: Visit, ctx: PaywallCtx): Promise<PayLinkInvoice> {
    const { id, wallet, memo } = await requireItem(request, ctx)
    const { claim, data } = newOrder(ctx, { isPreimagePublic: true })
    const url = ctx.url(openPath(id, claim))
    return { wallet, itemId: id, memo, data, successAction: { tag: 'url', description: 'Open what you bought', url } }
  },
}

/** Sells access to a URL or a file (rule X24). */
export const PAYWALL = defineExtension({
  manifest: {
    id: 'paywall',
    name: 'Paywall',
    version: '1.0.0',
    short_description: 'Sells access to a URL or a file.',
    icon: 'lock',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoices that buyers pay.' },
      { id: 'http', reason: 'Fetches the files that are sold from where their owner keeps them.', hosts: ['*'] },
      { id: 'page', reason: 'Shows what is sold.' },
      { id: 'ws', reason: 'Tells programs of buyers that a payment has arrived.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'paywall',
  itemsAlias: 'paywalls',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  async beforeCreate(draft) {
    check(draft)
    return { ...draft, sold: 0, earned: 0 }
  },
  async beforeUpdate(_old, next) {
    check(next)
    return next
  },
  onPaymentSettled: recordPurchase,
  sockets: { '/ws/:id/:payment_hash': LNBITS_PAYWALL_SOCKET },
  routes: {
    ...LNBITS_PAYWALL_ROUTES,
    'POST /public/:id/invoices': route({
      access: 'public',
      summary: 'Create an invoice for a purchase',
      description: 'Keep the `claim`: with the payment it opens the purchase.',
      status: 201,
      body: {
        amount: { type: 'money', doc: 'Amount in the paywall’s currency, if the buyer chooses it.', optional: true },
      },
      reply: {
        payment_hash: { type: 'text', max: 64, doc: 'Payment hash.' },
        payment_request: { type: 'text', max: 4000, doc: 'Invoice to pay (BOLT 11).' },
        claim: { type: 'text', max: 64, doc: 'Secret that opens the purchase once it is paid. Shown once.' },
        amount: { type: 'sat', doc: 'Amount of the invoice, satoshis.' },
        expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
      },
      async handle(request, ctx) {
        const item = await requireItem(request, ctx)
        const { claim, data } = newOrder(ctx, { isPreimagePublic: false })
        const amount = chosenAmount(item, request.body.amount)
        const { id, wallet, currency, memo } = item
        const invoice = await ctx.wallets.createInvoice(wallet, { money: [amount, currency], memo, itemId: id, data })
        const { paymentHash, paymentRequest, sat, expiresAt } = invoice
        const json = {
          payment_hash: paymentHash,
          payment_request: paymentRequest,
          claim,
          amount: sat,
          expires_at: expiresAt,
        }
        return { status: 201, json }
      },
    }),
    'GET /public/:id/state': route({
      access: 'public',
      summary: 'Check whether a purchase is paid',
      description: 'For pages that wait for the payment.',
      query: { claim: PROOF.claim },
      reply: { paid: { type: 'bool', doc: 'True: the purchase is paid and has not expired.' } },
      async handle(request, ctx) {
        const purchase = await findPurchase(ctx, await requireItem(request, ctx), request.query)
        return { json: { paid: purchase !== undefined } }
      },
    }),
    'GET /public/:id/access': route({
      access: 'public',
      summary: 'Open a purchase',
      description: '402 until it is paid; 403 if it has expired or has no downloads left.',
      query: PROOF,
      reply: {
        url: { type: 'url', doc: 'URL that was bought, or a download link.' },
        expires_at: { type: 'text', max: 30, doc: 'When a download link expires, ISO 8601.', optional: true },
      },
      async handle(request, ctx) {
        const item = await requireItem(request, ctx)
        const purchase = await requirePurchase(ctx, item, request.query)
        const json = item.kind === 'file' ? newDownloadLink(ctx, purchase) : { url: item.url }
        return { json, headers: { 'Cache-Control': 'private, no-store' } }
      },
    }),
    'GET /download/:link': route({
      access: 'public',
      summary: 'Download a purchase',
      description:
        'The file, or parts of it by `Range`. Counts as a download, except for later parts by the same link.',
      perMinute: 60,
      replyType: 'text',
      query: { version: VERSION },
      handle: async (request, ctx) => ({ fetch: await beginDownload(request, ctx) }),
      onFetchFailed: takeBack,
    }),
    'GET /release/:id': route({
      access: 'public',
      summary: 'Download a release',
      description: 'For installations that have paid for it: the archive, by the payment hash.',
      perMinute: 30,
      replyType: 'text',
      query: {
        payment_hash: { type: 'text', max: 64, doc: 'Payment hash.', optional: true },
        version: VERSION,
      },
      async handle(request, ctx) {
        const item = await requireItem(request, ctx)
        if (!item.release) throw reject('This item is not a release.', 404)
        const { payment_hash: hash = '' } = request.query
        const paid = await ctx.wallets.invoice(hash.toLowerCase())
        const isPaid = paid?.status === 'paid' && paid.itemId === item.id
        if (!isPaid && (await findByHash(ctx, item, hash)) === undefined) throw reject('This is not paid.', 402)
        return { fetch: fileOf(item, request.query.version) }
      },
    }),
    'GET /p/:id': {
      access: 'public',
      summary: 'Open the page of a paywall',
      handle: async (request, ctx) => ({ page: salePage(await requireItem(request, ctx)) }),
    },
    'GET /p/:id/open': route({
      access: 'public',
      summary: 'Open the page of a purchase',
      query: PROOF,
      async handle(request, ctx) {
        const item = await requireItem(request, ctx)
        return { page: boughtPage(ctx, item, await requirePurchase(ctx, item, request.query)) }
      },
    }),
    ...lnurlPayRoutes({ path: '/lnurl/:id', ...LNURL }),
    ...lnurlPayRoutes({ path: '/.well-known/lnurlp/:id', ...LNURL }),
  },
})
