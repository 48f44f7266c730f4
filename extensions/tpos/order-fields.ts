import type { Shape } from '@satchel/extension-sdk/shape'

/** The sums of a sale in answers. */
export const AMOUNTS = {
  amount: { type: 'money', doc: 'Sum of the items with tax, in the currency.' },
  tip_amount: { type: 'money', doc: 'Tip.' },
  tax: { type: 'money', doc: 'Tax included in the amount.' },
  total: { type: 'money', doc: 'Total, in the currency.' },
  currency: { type: 'currency', doc: 'Currency of the amounts.' },
  sats: { type: 'sat', doc: 'Total, satoshis; 0 if paid in cash or by card.' },
} as const satisfies Shape

/** A sale as the till sends it. */
export const ORDER = {
  amount: { type: 'money', doc: 'Amount in the currency; ignored if there are lines.', optional: true },
  tip_amount: { type: 'money', doc: 'Tip on top, in the currency.', optional: true },
  memo: { type: 'text', max: 200, doc: 'Note, also shown to the payer.', optional: true },
  lines: {
    type: 'list',
    maxItems: 200,
    doc: 'Lines of the sale.',
    optional: true,
    of: {
      title: { type: 'text', max: 120, doc: 'Title of an item of the till, or free text.', optional: true },
      quantity: { type: 'int', min: 1, max: 100_000, doc: 'Quantity; default 1.', optional: true },
      price: { type: 'money', doc: 'Price of one; only for titles that are not items of the till.', optional: true },
    },
  },
} as const satisfies Shape
