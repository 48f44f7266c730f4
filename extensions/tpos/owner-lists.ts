import { dayIn } from '@satchel/extension-sdk/instant'
import { PAGE } from '@satchel/extension-sdk/list-route'
import { reject } from '@satchel/extension-sdk/rejection'
import { closingOf, zoneOf } from './book-sale.ts'
import { salesCsv } from './export-sales.ts'
import { listRoute, PAID_BY, route, type Sale, type Till, type TposCtx } from './fields.ts'
import { allSales, DAYS, requireStart, salesOfDays } from './list-sales.ts'
import { amountsOf } from './price-sale.ts'
import { ratesJson } from './receipt.ts'
import { saleTaxes } from './sale-taxes.ts'

/** All sales of the till, with the state of tip and forward. */
export const SALES_ROUTE = route({
  access: 'invoice',
  summary: 'List the sales of a till',
  description:
    'Newest first, with unpaid ones, which are deleted after a day; with `from` only those that were paid on these days. Amounts in the currency. `X-Total-Count` says how many there are.',
  query: { ...PAGE, ...DAYS },
  replyType: 'list',
  reply: {
    receipt_number: { type: 'int', doc: 'Number of the receipt, in the order of payment.', optional: true },
    id: { type: 'text', max: 64, doc: 'Id of the sale.' },
    payment_hash: { type: 'text', max: 64, doc: 'Payment hash; absent if paid in cash or by card.', optional: true },
    state: { type: 'text', max: 8, oneOf: ['pending', 'paid'], doc: 'State of the sale.' },
    amount: { type: 'money', doc: 'Sum of the items with tax.' },
    tip_amount: { type: 'money', doc: 'Tip.' },
    tax: { type: 'money', doc: 'Tax included in the amount.' },
    total: { type: 'money', doc: 'Total.' },
    currency: { type: 'currency', doc: 'Currency of the amounts.' },
    sats: { type: 'sat', doc: 'Received, satoshis; 0 if paid in cash or by card.' },
    memo: { type: 'text', max: 200, doc: 'Note.' },
    paid_by: { type: 'text', max: 9, oneOf: PAID_BY, doc: 'Kind of payment; absent for old sales.', optional: true },
    paid_at: { type: 'text', max: 30, doc: 'Time of the sale, ISO 8601.', optional: true },
    closing: { type: 'int', doc: 'Number of its day closing, closed or not; absent for old sales.', optional: true },
    lines: { type: 'json', maxBytes: 65_536, doc: 'Lines of the sale: title, quantity, price, tax.' },
    taxes: { type: 'json', maxBytes: 65_536, doc: 'Amounts by tax rate: percent, net, tax, gross.' },
    moves: {
      type: 'json',
      maxBytes: 4096,
      doc: 'Tip and forward: purpose, sats, state (moving, held, moved, kept), tries, error.',
    },
  },
  async handle({ item, query }, ctx) {
    const { sales, count } = await pageOfSales(ctx, item, query)
    return {
      json: await Promise.all(sales.map((sale) => saleJson(ctx, item, sale))),
      headers: { 'X-Total-Count': String(count) },
    }
  },
})

async function pageOfSales(
  ctx: TposCtx,
  till: Till,
  query: {
    readonly limit: number
    readonly offset: number
    readonly from?: string | undefined
    readonly until?: string | undefined
  },
): Promise<{ readonly sales: readonly Sale[]; readonly count: number }> {
  requireStart(query)
  const { limit, offset, from, until } = query
  if (from !== undefined) {
    const sales = await salesOfDays(ctx, till, { from, until })
    return { sales: sales.slice(offset, offset + limit), count: sales.length }
  }
  const where = { item: till.id }
  const table = ctx.table('sales')
  return { sales: await table.find({ where, limit, offset }), count: await table.count({ where }) }
}

async function saleJson(ctx: TposCtx, till: Till, sale: Sale) {
  const { id, payment_hash, state, memo, receipt_number, paid_at, paid_by, lines } = sale
  const moves =
    payment_hash === undefined ? [] : await ctx.table('moves').find({ where: { payment_hash }, order: 'oldest' })
  return {
    receipt_number,
    id,
    payment_hash,
    state,
    ...amountsOf(sale),
    memo,
    paid_by,
    paid_at,
    closing: closingOf(sale),
    lines,
    taxes: ratesJson(saleTaxes(till, sale)),
    moves: moves.map((move) => ({
      purpose: move.purpose,
      sats: move.sats,
      state: move.state,
      tries: move.tries,
      error: move.error,
    })),
  }
}

/** Below no list, because the web app saves it as a file. */
export const CSV_ROUTE = route<{ readonly id: string }, typeof DAYS>({
  access: 'invoice',
  summary: 'Export the paid sales of a till as CSV',
  description:
    'A line for each sale, oldest first, in the currency and the time zone of the till; without `from` all of them. Three columns for each tax rate: `net_7`, `tax_7`, `gross_7`.',
  query: DAYS,
  replyType: 'text',
  replyMedia: 'text/csv',
  async handle({ params, wallet, query }, ctx) {
    requireStart(query)
    const till = await ctx.items.get(params.id)
    if (till === null || till.wallet !== wallet) throw reject('There is no such till.', 404)
    const { from, until } = query
    const sales =
      from === undefined
        ? await allSales(ctx, { item: till.id, state: 'paid' })
        : await salesOfDays(ctx, till, { from, until })
    const day = dayIn(zoneOf(till), ctx.now())
    return {
      text: salesCsv(till, sales),
      type: 'text/csv; charset=utf-8',
      headers: { 'Content-Disposition': `attachment; filename="sales-${day}.csv"`, 'Cache-Control': 'no-store' },
    }
  },
})

export const CHARGES_ROUTE = listRoute({
  table: 'charges',
  access: 'invoice',
  summary: 'List the cash-outs of a till',
  description: 'Newest first, without their secret codes.',
  reply: {
    state: { type: 'text', max: 8, oneOf: ['open', 'claimed', 'paid', 'failed', 'expired'], doc: 'Cash-out state.' },
    amount: { type: 'money', doc: 'Cash handed in, in the currency.' },
    premium: { type: 'percent', doc: 'Fee, percent.' },
    sats: { type: 'sat', doc: 'Payout, satoshis.' },
    time: { type: 'text', max: 30, doc: 'Time of the cash-out, ISO 8601.' },
  },
  toJson: ({ state, amount, premium, sats, created_at: at }) => ({
    state,
    amount,
    premium,
    sats,
    time: new Date(at * 1000).toISOString(),
  }),
})
