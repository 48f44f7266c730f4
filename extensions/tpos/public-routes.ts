import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { findCharge } from './cash-out.ts'
import { CARD, collectFromCard } from './collect-card.ts'
import { PAID_BY, route, routes } from './fields.ts'
import { openSale, requireReceiptSale, requireSale, requireTill, saleState } from './open-sale.ts'
import { AMOUNTS, ORDER } from './order-fields.ts'
import { receiptJson, receiptPage, requireReceipt } from './receipt.ts'
import { cashOutPage, chargePage, tillPage } from './till-page.ts'

/** Routes for the till and its customers. */
export const PUBLIC_ROUTES = routes({
  'POST /public/:id/invoices': route({
    access: 'public',
    status: 201,
    summary: 'Create a sale and its Lightning invoice',
    description: 'The service computes prices, tax and total from `lines`. Valid for 10 minutes.',
    body: ORDER,
    reply: {
      payment_hash: { type: 'text', max: 64, doc: 'Payment hash.' },
      payment_request: { type: 'text', max: 4096, doc: 'Invoice to pay (BOLT 11).' },
      ...AMOUNTS,
      expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
    },
    handle: async ({ params, body }, ctx) => ({
      json: await openSale(ctx, await requireTill(ctx, params.id), body),
    }),
  }),
  'GET /public/:id/invoices/:payment_hash': {
    access: 'public',
    summary: 'Read a sale',
    description: 'Amounts in the currency of the till.',
    reply: {
      payment_hash: { type: 'text', max: 64, doc: 'Payment hash.' },
      paid: { type: 'bool', doc: 'True: the sale is paid.' },
      expired: { type: 'bool', doc: 'True: the invoice expired.' },
      expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
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
    summary: 'Charge a card',
    description:
      'Asks the issuer of the tapped card (LNURL-withdraw) to pay the sale. If the answer has `card`, the card needs its PIN: send `card` and `pin`.',
    body: CARD,
    reply: {
      card: { type: 'text', max: 8192, doc: 'The tapped card, which needs its PIN.', optional: true },
      detail: { type: 'text', max: 200, doc: 'Result, as text. Poll the sale to see when it is paid.' },
    },
    async handle({ params, body }, ctx) {
      const till = await requireTill(ctx, params.id)
      const sale = await requireSale(ctx, till, params.payment_hash)
      const card = await collectFromCard(ctx, sale, body)
      if (card !== undefined) return { json: { card, detail: fixed('This payment needs the PIN of the card.') } }
      return { json: { detail: fixed('The card pays.') } }
    },
  }),
  'GET /public/:id/invoices/:payment_hash/receipt': {
    access: 'public',
    summary: 'Read the receipt of a sale',
    description:
      '404 until the sale is paid, or if the till offers no receipts. A sale that has no payment hash is named by its id.',
    reply: {
      business_name: { type: 'text', max: 120, doc: 'Name of the business.' },
      business_address: { type: 'text', max: 300, doc: 'Address of the business.', optional: true },
      vat_id: { type: 'text', max: 40, doc: 'VAT number of the business.', optional: true },
      receipt_number: { type: 'int', doc: 'Receipt number; absent for sales of older versions.', optional: true },
      payment_hash: { type: 'text', max: 64, doc: 'Payment hash; absent if paid in cash or by card.', optional: true },
      paid_at: { type: 'text', max: 30, doc: 'Time of the payment, ISO 8601.' },
      paid_by: {
        type: 'text',
        max: 9,
        oneOf: PAID_BY,
        doc: 'Kind of payment; absent for sales of older versions.',
        optional: true,
      },
      memo: { type: 'text', max: 200, doc: 'Note.' },
      lines: { type: 'json', maxBytes: 65_536, doc: 'Lines: title, quantity, price, tax (percent).' },
      taxes: { type: 'json', maxBytes: 65_536, doc: 'Amounts by tax rate: percent, net, tax, gross.' },
      ...AMOUNTS,
    },
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      const sale = await requireReceiptSale(ctx, till, params.payment_hash)
      requireReceipt(till, sale)
      return { json: receiptJson(till, sale) }
    },
  },
  'GET /p/:id': {
    access: 'public',
    summary: 'Open the till',
    description: 'Can be installed on a phone or tablet.',
    handle: async ({ params }, ctx) => ({
      page: await tillPage(ctx, await requireTill(ctx, params.id)),
    }),
  },
  'GET /p/:id/receipt/:payment_hash': {
    access: 'public',
    summary: 'Print the receipt of a sale',
    description: 'In the language and time zone of the till. A sale that has no payment hash is named by its id.',
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      const sale = await requireReceiptSale(ctx, till, params.payment_hash)
      requireReceipt(till, sale)
      return { page: receiptPage(till, sale) }
    },
  },
  'GET /p/:id/cash-out': {
    access: 'public',
    summary: 'Open the page that offers a cash-out',
    description: 'For the owner. Asks for the admin key, which is not stored.',
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      if (till.withdraw_limit === undefined) throw reject('Cash-outs are switched off here.', 404)
      return { page: cashOutPage(till) }
    },
  },
  'GET /p/:id/cash-out/:charge': {
    access: 'public',
    summary: 'Open the page of a cash-out, for the customer to scan',
    async handle({ params }, ctx) {
      const found = await findCharge(ctx, params.charge)
      if (found === null || found.till.id !== params.id) throw reject('There is no such cash-out.', 404)
      return { page: chargePage(ctx, found.till, found.charge) }
    },
  },
})
