import type { Shape } from '@satchel/extension-sdk/shape'
import { bookSale } from './book-sale.ts'
import { type PaidBy, route, type Sale, type Till, type TposCtx } from './fields.ts'
import { AMOUNTS, ORDER } from './order-fields.ts'
import { amountsOf, type Order, priceSale } from './price-sale.ts'

const BODY = {
  ...ORDER,
  paid_by: { type: 'text', max: 4, oneOf: ['cash', 'card'], doc: 'How the customer has paid.' },
} as const satisfies Shape

/**
 * Records a sale that was paid without satoshis. It is paid at once and has a receipt, so it needs a key: visitors of the
 * till would get the goods for nothing.
 */
export const STAFF_SALE_ROUTE = route<{ readonly id: string }, Record<never, never>, typeof BODY>({
  access: 'invoice',
  status: 201,
  summary: 'Record a sale paid in cash or by card',
  description:
    'No satoshis move: tips and takings are not forwarded. The sale gets the next receipt number. Send an `Idempotency-Key`, so that a repeat records nothing twice.',
  body: BODY,
  reply: {
    id: { type: 'text', max: 64, doc: 'Id of the sale.' },
    receipt_number: { type: 'int', doc: 'Receipt number.' },
    paid_by: { type: 'text', max: 9, doc: '`cash` or `card`.' },
    paid_at: { type: 'text', max: 30, doc: 'Time of the sale, ISO 8601.' },
    ...AMOUNTS,
  },
  handle: async ({ item, body }, ctx) => {
    const sale = await recordSale(ctx, item, body, body.paid_by as PaidBy)
    const { id, receipt_number, paid_by, paid_at } = sale
    return { json: { id, receipt_number, paid_by, paid_at, ...amountsOf(sale) } }
  },
})

async function recordSale(ctx: TposCtx, till: Till, order: Order, by: PaidBy): Promise<Sale> {
  const { lines, amount, tax, tip, total, stored } = priceSale(till, order)
  const booked = await bookSale(ctx, till, { by, atMs: ctx.now() })
  const { memo = '' } = order
  const amounts = { currency: till.currency, amount, tip_amount: tip, tax, total, sats: 0 }
  return ctx.table('sales').insert({ item: till.id, ...booked, ...amounts, ...stored, memo, lines }, till.wallet)
}
