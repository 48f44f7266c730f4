import { Type } from 'typebox'

const valueFields = {
  currency: Type.String({ description: 'ISO 4217 code of the currency.', examples: ['EUR'] }),
  amount: Type.Number({
    description: 'Amount in units of the currency, without fees; negative = outgoing.',
    examples: [5.5],
  }),
  rate: Type.Number({
    description: 'Price used for the conversion, units of the currency per 1 BTC.',
    examples: [95230.25],
  }),
} as const

/** The price of an invoice in a currency. */
export const fiatFields = {
  ...valueFields,
  tax: Type.Optional(Type.Number({ description: 'Tax that the amount contains. Absent if none was named.' })),
  tip: Type.Optional(Type.Number({ description: 'Tip that the amount contains. Absent if none was named.' })),
} as const

/** The fields of a payment that show its price and its value. */
export const shownValues = {
  fiat: Type.Optional(
    Type.Object(fiatFields, {
      description:
        'Price of an invoice in a currency; otherwise the value of the payment in the accounting currency (SERVICE_ACCOUNTING_CURRENCY) when it succeeded. Absent if there is none.',
    }),
  ),
  value: Type.Optional(
    Type.Object(valueFields, {
      description:
        'With `currency` in the query: value of the payment in this currency when it succeeded. Absent until then, and if the price at that time is unknown.',
    }),
  ),
} as const

/** The fields of a request for an invoice that divide its price. */
export const partsOfPrice = {
  tax: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'Tax that `amount` contains, in its currency; kept with the payment. Only if `unit` is a currency.',
      examples: [2.49],
    }),
  ),
  tip: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'Tip that `amount` contains, in its currency; kept with the payment. Only if `unit` is a currency.',
      examples: [1],
    }),
  ),
} as const
