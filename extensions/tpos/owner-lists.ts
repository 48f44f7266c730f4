import { listRoute } from './fields.ts'
import { amountsOf } from './price-sale.ts'

/** All sales of the till, with the state of tip and forward. */
export const SALES_ROUTE = listRoute({
  table: 'sales',
  access: 'invoice',
  summary: 'List the sales of a till',
  description: 'Newest first, with unpaid ones, which are deleted after a day. Amounts in the currency.',
  reply: {
    payment_hash: { type: 'text', max: 64, doc: 'Payment hash.' },
    state: { type: 'text', max: 8, oneOf: ['pending', 'paid'], doc: 'State of the sale.' },
    amount: { type: 'money', doc: 'Sum of the items with tax.' },
    tip_amount: { type: 'money', doc: 'Tip.' },
    tax: { type: 'money', doc: 'Tax included in the amount.' },
    total: { type: 'money', doc: 'Total.' },
    currency: { type: 'currency', doc: 'Currency of the amounts.' },
    sats: { type: 'sat', doc: 'Total, satoshis.' },
    memo: { type: 'text', max: 200, doc: 'Note.' },
    receipt_number: { type: 'int', doc: 'Number of the receipt, in the order of payment.', optional: true },
    paid_at: { type: 'text', max: 30, doc: 'Time of the sale, ISO 8601.', optional: true },
    lines: { type: 'json', maxBytes: 65_536, doc: 'Lines of the sale: title, quantity, price, tax.' },
    moves: {
      type: 'json',
      maxBytes: 4096,
      doc: 'Tip and forward: purpose, sats, state (moving, held, moved, kept), tries, error.',
    },
  },
  async toJson(sale, _request, ctx) {
    const { payment_hash, state, memo, receipt_number, paid_at, lines } = sale
    const moves = await ctx.table('moves').find({ where: { payment_hash }, order: 'oldest' })
    return {
      payment_hash,
      state,
      ...amountsOf(sale),
      memo,
      receipt_number,
      paid_at,
      lines,
      moves: moves.map((move) => ({
        purpose: move.purpose,
        sats: move.sats,
        state: move.state,
        tries: move.tries,
        error: move.error,
      })),
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
