import type { Shape } from '@satchel/extension-sdk/shape'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { findCharge } from './cash-out.ts'
import { collectFromCard } from './collect-card.ts'
import { route, routes } from './fields.ts'
import { openSale, requireSale, requireTill, saleState } from './open-sale.ts'
import { receiptJson, receiptPage, requireReceipt } from './receipt.ts'
import { cashOutPage, chargePage, tillPage } from './till-page.ts'

const AMOUNTS = {
  amount: { type: 'money', doc: 'Goods with their tax, in the currency.' },
  tip_amount: { type: 'money', doc: 'The tip.' },
  tax: { type: 'money', doc: 'The tax, in the amount.' },
  total: { type: 'money', doc: 'What is to be paid.' },
  currency: { type: 'currency', doc: 'Of the amounts.' },
  sats: { type: 'sat', doc: 'What is to be paid, satoshis.' },
} as const satisfies Shape

const ORDER = {
  amount: { type: 'money', doc: 'In the currency; counts only when there are no lines.', optional: true },
  tip_amount: { type: 'money', doc: 'A tip on top, in the currency.', optional: true },
  memo: { type: 'text', max: 200, doc: 'A note, which the payer reads, too.', optional: true },
  lines: {
    type: 'list',
    maxItems: 200,
    doc: 'What is sold.',
    optional: true,
    of: {
      title: { type: 'text', max: 120, doc: 'Of an item of the till, or what you like.', optional: true },
      quantity: { type: 'int', min: 1, max: 100_000, doc: 'How many; default 1.', optional: true },
      price: { type: 'money', doc: 'Of one; counts only for what the till has not in its list.', optional: true },
    },
  },
} as const satisfies Shape

/** What the till and its customers ask for. */
export const PUBLIC_ROUTES = routes({
  'POST /public/:id/invoices': route({
    access: 'public',
    status: 201,
    summary: 'Sell: a Lightning invoice for a sale',
    description: 'Prices, tax and total are worked out by the service from `lines`; valid for 10 minutes.',
    body: ORDER,
    reply: {
      payment_hash: { type: 'text', max: 64, doc: 'Of the payment.' },
      payment_request: { type: 'text', max: 4096, doc: 'BOLT11.' },
      ...AMOUNTS,
      expires_at: { type: 'text', max: 30, doc: 'Until when: ISO 8601.' },
    },
    handle: async ({ params, body }, ctx) => ({
      json: await openSale(ctx, await requireTill(ctx, params.id), body),
    }),
  }),
  'GET /public/:id/invoices/:payment_hash': {
    access: 'public',
    summary: 'How a sale stands',
    description: 'Amounts in the currency of the till.',
    reply: {
      payment_hash: { type: 'text', max: 64, doc: 'Of the payment.' },
      paid: { type: 'bool', doc: 'The money is there.' },
      expired: { type: 'bool', doc: 'It can no longer be paid.' },
      expires_at: { type: 'text', max: 30, doc: 'Until when: ISO 8601.' },
      ...AMOUNTS,
    },
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      return { json: await saleState(ctx, await requireSale(ctx, till, params.payment_hash)) }
    },
  },
  'POST /public/:id/invoices/:payment_hash/pay': route({
    access: 'public',
    perMinute: 30,
    summary: 'Collect from a card',
    description: 'Asks the card that was held to the till (LNURL-withdraw) to pay the sale.',
    body: { lnurl: { type: 'text', max: 2048, doc: 'What the card says: `lnurlw://…`, or an LNURL.' } },
    reply: { detail: { type: 'text', max: 200, doc: 'The card was asked; poll the sale to see when it is paid.' } },
    async handle({ params, body }, ctx) {
      const till = await requireTill(ctx, params.id)
      const sale = await requireSale(ctx, till, params.payment_hash)
      await collectFromCard(ctx, sale, body.lnurl)
      return { json: { detail: fixed('The card pays.') } }
    },
  }),
  'GET /public/:id/invoices/:payment_hash/receipt': {
    access: 'public',
    summary: 'The receipt of a sale',
    description: '404 until it is paid, and where the till offers no receipts.',
    reply: {
      business_name: { type: 'text', max: 120, doc: 'Who sold it.' },
      business_address: { type: 'text', max: 300, doc: 'Where.', optional: true },
      vat_id: { type: 'text', max: 40, doc: 'VAT number.', optional: true },
      receipt_number: { type: 'int', doc: 'Of this receipt; sales of older versions have none.', optional: true },
      payment_hash: { type: 'text', max: 64, doc: 'Of the payment.' },
      paid_at: { type: 'text', max: 30, doc: 'ISO 8601.' },
      memo: { type: 'text', max: 200, doc: 'A note.' },
      lines: { type: 'json', maxBytes: 65_536, doc: 'title, quantity, price, tax (percent).' },
      taxes: { type: 'json', maxBytes: 4096, doc: 'percent and tax, for each rate.' },
      ...AMOUNTS,
    },
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      const sale = await requireSale(ctx, till, params.payment_hash)
      requireReceipt(till, sale)
      return { json: receiptJson(till, sale) }
    },
  },
  'GET /p/:id': {
    access: 'public',
    summary: 'The till',
    description: 'To be installed on a phone or tablet.',
    handle: async ({ params }, ctx) => ({
      page: await tillPage(ctx, await requireTill(ctx, params.id)),
    }),
  },
  'GET /p/:id/receipt/:payment_hash': {
    access: 'public',
    summary: 'The receipt of a sale, to print',
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      const sale = await requireSale(ctx, till, params.payment_hash)
      requireReceipt(till, sale)
      return { page: receiptPage(till, sale) }
    },
  },
  'GET /p/:id/cash-out': {
    access: 'public',
    summary: 'Where the owner offers a cash-out',
    description: 'Asks for the admin key, which is kept nowhere.',
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      if (till.withdraw_limit === undefined) throw reject('Cash-outs are switched off here.', 404)
      return { page: cashOutPage(till) }
    },
  },
  'GET /p/:id/cash-out/:charge': {
    access: 'public',
    summary: 'A cash-out for the customer to scan',
    async handle({ params }, ctx) {
      const found = await findCharge(ctx, params.charge)
      if (found === null || found.till.id !== params.id) throw reject('There is no such cash-out.', 404)
      return { page: chargePage(ctx, found.till, found.charge) }
    },
  },
})
