import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import { largestAmount } from '@satchel/extension-sdk/replies/largest-amount'
import { fixed } from '@satchel/extension-sdk/text'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { nearestDouble } from '@satchel/money/decimal'
import { FIELDS, type InvoiceCtx, type InvoiceDraft, route, TABLES } from './fields.ts'
import { invoicePage, paymentPage } from './invoice-page.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { askForPayment, recordPayment, requirePublished } from './take-payment.ts'
import { remainderOf, withTotal } from './totals.ts'

const NEXT: Readonly<Record<string, readonly string[]>> = {
  draft: ['open', 'canceled'],
  open: ['canceled'],
  paid: [],
  canceled: [],
}

const FROZEN = ['items', 'currency', 'tax_percent'] as const

function requireTransition(from: string, to: string): void {
  if (from === to || NEXT[from]?.includes(to) === true) return
  if (to === 'paid') throw reject('body.status: only payments make an invoice paid.')
  throw reject(
    fixed('body.status: an invoice that is {from} cannot become {to}.', { from: fixed(from), to: fixed(to) }),
  )
}

/** The issuer's data of the last document are the default. */
async function lastSeller(ctx: InvoiceCtx, wallet: WalletHandle): Promise<Partial<InvoiceDraft>> {
  const [last] = await ctx.items.find({ wallet, limit: 1 })
  if (last === undefined) return {}
  const { seller_name, seller_address, seller_tax_number, logo, color } = last
  return { seller_name, seller_address, seller_tax_number, logo, color }
}

/** Billing documents with line items, payable in parts. */
export const INVOICES = defineExtension({
  manifest: {
    id: 'invoices',
    name: 'Invoices',
    version: '1.0.0',
    short_description: 'Bills with line items, payable in full or in parts.',
    icon: 'receipt_long',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'takes the payments of your invoices' },
      { id: 'page', reason: 'shows each invoice to whom it is for' },
      { id: 'mail', reason: 'sends a receipt when an invoice is paid' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'invoice',
  owner: OWNER_PAGES,
  filters: ['status', 'number'],
  resource: FIELDS,
  tables: TABLES,
  derive: (item, ctx) => ({ public_url: ctx.url(`/p/${item.id}`) }),
  async beforeCreate(draft, ctx, { wallet }) {
    if (draft.status !== 'draft') requireTransition('draft', draft.status)
    if (draft.status === 'canceled') throw reject('body.status: a new invoice is a draft or open.')
    const number = draft.number ?? (await nextNumber(ctx, wallet))
    const seller = await lastSeller(ctx, wallet)
    return withTotal({ ...seller, ...draft, number, paid_total: 0, overpaid: false, payments: [] })
  },
  async beforeUpdate(old, next) {
    requireTransition(old.status, next.status)
    const changed = FROZEN.find((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    const numbered = { ...next, number: next.number ?? old.number }
    if (old.status === 'draft') return changed === undefined ? numbered : withTotal(numbered)
    if (changed !== undefined) throw reject(`body.${changed}: is frozen once an invoice is open.`)
    return numbered
  },
  onPaymentSettled: recordPayment,
  routes: {
    'GET /public/:id': {
      access: 'public',
      summary: 'Read the public part of an invoice',
      description: 'Amounts and state, without the customer. 404 unless the invoice is open or paid.',
      reply: {
        number: { type: 'text', max: 32, doc: 'Invoice number.' },
        status: { type: 'text', max: 8, oneOf: ['open', 'paid'], doc: 'State of the invoice.' },
        currency: { type: 'currency', doc: 'Currency of the amounts.' },
        total: { type: 'money', doc: 'Total, in the currency.' },
        paid_total: { type: 'money', doc: 'Amount paid, in the currency.' },
        remainder: { type: 'money', doc: 'Amount left to pay, in the currency.' },
        due_at: { type: 'date', doc: 'Due date.', optional: true },
      },
      async handle({ params }, ctx) {
        const item = await requirePublished(ctx, params.id)
        const { number, status, currency, total, paid_total, due_at } = item
        const remainder = nearestDouble(remainderOf(item))
        return { json: { number, status, currency, total, paid_total, remainder, due_at } }
      },
    },
    'POST /public/:id/payments': route({
      access: 'public',
      status: 201,
      summary: 'Create a Lightning invoice',
      description: 'For the amount left to pay, or a part of it; valid for 15 minutes at the current rate.',
      body: {
        amount: { type: 'money', doc: 'Amount in the invoice currency; default the amount due.', optional: true },
      },
      reply: {
        payment_hash: { type: 'text', max: 64, doc: 'Payment hash; its state is at `/invoices/state/{payment_hash}`.' },
        payment_request: { type: 'text', max: 4096, doc: 'Invoice to pay (BOLT 11).' },
        amount: { type: 'money', doc: 'Amount in the currency.' },
        sats: { type: 'sat', doc: 'Amount to pay, satoshis.' },
        expires_at: { type: 'text', max: 30, doc: 'When the Lightning invoice expires, ISO 8601.' },
      },
      async handle({ params, body }, ctx) {
        const item = await requirePublished(ctx, params.id)
        const { amount, invoice } = await askForPayment(ctx, item, body.amount)
        return {
          json: {
            payment_hash: invoice.paymentHash,
            payment_request: invoice.paymentRequest,
            amount,
            sats: invoice.sat,
            expires_at: invoice.expiresAt,
          },
        }
      },
    }),
    'GET /public/:id/pay': route({
      access: 'public',
      summary: 'Pay without JavaScript',
      description: 'Redirects to a page with a Lightning invoice, created as by `POST …/payments`.',
      query: {
        amount: { type: 'money', doc: 'Amount in the invoice currency; default the amount due.', optional: true },
      },
      async handle({ params, query }, ctx) {
        const item = await requirePublished(ctx, params.id)
        const { invoice } = await askForPayment(ctx, item, query.amount)
        return { redirect: ctx.url(`/p/${item.id}/pay/${invoice.paymentHash}`) }
      },
    }),
    'GET /p/:id': {
      access: 'public',
      summary: 'Open the page of an invoice',
      description: 'To read, pay and print. 404 unless the invoice is open or paid.',
      async handle({ params }, ctx) {
        const item = await requirePublished(ctx, params.id)
        return { page: invoicePage(item, { nowMs: ctx.now(), limit: await largestAmount(ctx, item.currency) }) }
      },
    },
    'GET /p/:id/pay/:payment_hash': {
      access: 'public',
      summary: 'Open the page of one payment of an invoice',
      async handle({ params }, ctx) {
        const item = await requirePublished(ctx, params.id)
        const invoice = await ctx.wallets.invoice(params.payment_hash)
        if (invoice?.itemId !== item.id) throw reject('There is no such payment.', 404)
        return { page: paymentPage(item, invoice) }
      },
    },
  },
})

/** The next free number of the wallet in this year: 2026-0001. Two concurrent runs get different numbers. */
async function nextNumber(ctx: InvoiceCtx, wallet: WalletHandle): Promise<string> {
  const year = new Date(ctx.now()).toISOString().slice(0, 4)
  const [series] = await ctx.table('series').find({ where: { year }, wallet, limit: 1 })
  for (let last = (series?.last ?? 0) + 1; ; last += 1) {
    const number = `${year}-${String(last).padStart(4, '0')}`
    // The owner may have chosen it by hand.
    const [taken] = await ctx.items.find({ where: { number }, wallet, limit: 1 })
    if (taken !== undefined) continue
    if (series === undefined) await ctx.table('series').insert({ year, last }, wallet)
    else await ctx.table('series').update(series.id, { last })
    return number
  }
}
