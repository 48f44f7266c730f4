import type { Json } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { nearestDouble } from '@satchel/money/decimal'
import { closingPage } from './closing-page.ts'
import { dayTotals } from './day-totals.ts'
import { type Closing, listRoute, route, routes, type Till, type TposCtx } from './fields.ts'
import { salesOfClosing } from './list-sales.ts'
import { requireTill } from './open-sale.ts'
import { unitsOf } from './sale-taxes.ts'

/**
 * Closes the day that is open. The number of the next one is counted in the row of the till, which each sale reads and
 * changes when it is paid: a sale that is paid later belongs to the next day, and no closed day gets another one.
 */
export async function closeDay(ctx: TposCtx, till: Till): Promise<Closing> {
  const number = (till.last_closing ?? 0) + 1
  const sales = await salesOfClosing(ctx, till, number)
  if (sales.length === 0) throw reject('Nothing has been sold since the last closing.')
  const [before] = await ctx.table('closings').find({ where: { item: till.id }, limit: 1 })
  await ctx.items.update(till.id, { last_closing: number })
  return ctx.table('closings').insert(
    {
      item: till.id,
      number,
      ...(before !== undefined && { since: before.closed_at }),
      closed_at: new Date(ctx.now()).toISOString(),
      ...dayTotals(till, sales),
    },
    till.wallet,
  )
}

const CLOSING = {
  number: { type: 'int', doc: 'Number of the closing, counted by the till.' },
  closed_at: { type: 'text', max: 30, doc: 'Time of the closing, ISO 8601.' },
  since: { type: 'text', max: 30, doc: 'Time of the closing before, ISO 8601.', optional: true },
  sales: { type: 'int', doc: 'Number of sales.' },
  first_receipt: { type: 'int', doc: 'Lowest receipt number.' },
  last_receipt: { type: 'int', doc: 'Highest receipt number.' },
  taxes: { type: 'json', maxBytes: 262_144, doc: 'Amounts by tax rate: currency, percent, net, tax, gross.' },
  payments: {
    type: 'json',
    maxBytes: 262_144,
    doc: 'Amounts by kind of payment: currency, paid_by, sales, gross, tip, total, sats.',
  },
  closing_url: { type: 'text', max: 2048, doc: 'Its page, to print. Who has the address can read it.' },
} as const satisfies Shape

function closingJson(ctx: TposCtx, closing: Closing): Json {
  const { id, item, number, since, closed_at, sales, first_receipt, last_receipt } = closing
  return {
    number,
    closed_at,
    since,
    sales,
    first_receipt,
    last_receipt,
    taxes: closing.taxes.map(({ currency, digits, percent, net, tax, gross }) => ({
      currency,
      percent,
      net: amountOf(net, digits),
      tax: amountOf(tax, digits),
      gross: amountOf(gross, digits),
    })),
    payments: closing.payments.map(({ currency, digits, paid_by, sales: count, gross, tip, sats }) => ({
      currency,
      paid_by,
      sales: count,
      gross: amountOf(gross, digits),
      tip: amountOf(tip, digits),
      total: amountOf(gross + tip, digits),
      sats,
    })),
    closing_url: ctx.url(`/p/${item}/closings/${id}`),
  }
}

const amountOf = (units: number, digits: number): number => nearestDouble(unitsOf(units, digits))

export const CLOSING_ROUTES = routes({
  'GET /api/v1/:id/closings': listRoute({
    table: 'closings',
    access: 'invoice',
    summary: 'List the day closings of a till',
    description: 'Newest first. A closed day never changes.',
    reply: CLOSING,
    toJson: (closing, _request, ctx) => closingJson(ctx, closing),
  }),
  'POST /api/v1/:id/closings': route({
    access: 'admin',
    status: 201,
    summary: 'Close the day of a till',
    description:
      'With all sales that were paid since the last closing. A sale that is paid later belongs to the next one. 400 if nothing has been sold.',
    reply: CLOSING,
    handle: async ({ item }, ctx) => ({ json: closingJson(ctx, await closeDay(ctx, item)) }),
  }),
  'GET /p/:id/closings/:closing': {
    access: 'public',
    summary: 'Print a day closing',
    perMinute: 20,
    description: 'In the language and time zone of the till. The address is the secret.',
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      const closing = await ctx.table('closings').get(params.closing)
      if (closing === null || closing.item !== till.id) throw reject('There is no such day closing.', 404)
      const sales = await salesOfClosing(ctx, till, closing.number)
      return { page: closingPage(till, closing, sales) }
    },
  },
})
