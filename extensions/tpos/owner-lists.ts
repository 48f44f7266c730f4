import { listRoute } from './fields.ts'
import { amountsOf } from './price-sale.ts'

/** Everything the till has sold, with what became of tip and forward. */
export const SALES_ROUTE = listRoute({
  table: 'sales',
  access: 'invoice',
  summary: 'The sales of a till',
  description: 'Newest first, unpaid ones included; those are deleted after a day. Amounts in the currency.',
  reply: {
    payment_hash: { type: 'text', max: 64, doc: 'Of its payment.' },
    state: { type: 'text', max: 8, oneOf: ['pending', 'paid'], doc: 'How it stands.' },
    amount: { type: 'money', doc: 'Goods with their tax.' },
    tip_amount: { type: 'money', doc: 'The tip.' },
    tax: { type: 'money', doc: 'The tax, in the amount.' },
    total: { type: 'money', doc: 'All of it.' },
    currency: { type: 'currency', doc: 'Of the amounts.' },
    sats: { type: 'sat', doc: 'All of it, satoshis.' },
    memo: { type: 'text', max: 200, doc: 'A note.' },
    receipt_number: { type: 'int', doc: 'Of its receipt, in the order of payment.', optional: true },
    paid_at: { type: 'text', max: 30, doc: 'ISO 8601.', optional: true },
    lines: { type: 'json', maxBytes: 65_536, doc: 'What was sold: title, quantity, price, tax.' },
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
  summary: 'The cash-outs of a till',
  description: 'Newest first; without their codes, which are money.',
  reply: {
    state: {
      type: 'text',
      max: 8,
      oneOf: ['open', 'claimed', 'paid', 'failed', 'expired'],
      doc: 'How it stands.',
    },
    amount: { type: 'money', doc: 'What was handed in, in the currency.' },
    premium: { type: 'percent', doc: 'Percent that stayed.' },
    sats: { type: 'sat', doc: 'What is paid out.' },
    time: { type: 'text', max: 30, doc: 'ISO 8601.' },
  },
  toJson: ({ state, amount, premium, sats, created_at: at }) => ({
    state,
    amount,
    premium,
    sats,
    time: new Date(at * 1000).toISOString(),
  }),
})
