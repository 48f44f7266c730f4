import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Block, Page } from '@satchel/extension-sdk/page'
import { amountText, fixed, type Text, timeText } from '@satchel/extension-sdk/text'
import { add } from '@satchel/money/decimal'
import { zoneOf } from './book-sale.ts'
import { articleSums } from './day-totals.ts'
import type { Closing, PaidBy, Sale, Till } from './fields.ts'
import { exactText, PAYMENT_NAMES, taxTable } from './receipt.ts'
import { rateOf, totalOf, unitsOf } from './sale-taxes.ts'

/** More articles than anyone prints. */
const MAX_ARTICLES = 1000

/** A closed day, to print: as it was stored, with the articles of its sales. */
export function closingPage(till: Till, closing: Closing, sales: readonly Sale[]): Page {
  const { number, first_receipt: first, last_receipt: last } = closing
  const { language } = till
  const time = (iso: string): Text => timeText(Date.parse(iso), zoneOf(till))
  const sats = closing.payments.reduce((sum, payment) => sum + payment.sats, 0)
  const currencies = [...new Set(closing.payments.map(({ currency }) => currency))]
  return {
    title: fixed('Day closing {number}', { number }),
    ...brandOf(till),
    ...(language !== undefined && { language }),
    eyebrow: till.business_name ?? till.name,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ...(till.business_name === undefined ? [] : [[fixed('Till'), till.name] as const]),
          ...(till.vat_id === undefined ? [] : [[fixed('VAT ID'), till.vat_id] as const]),
          ...(closing.since === undefined ? [] : [[fixed('Since'), time(closing.since)] as const]),
          [fixed('Closed'), time(closing.closed_at)],
          [fixed('Sales'), fixed('{number}', { number: closing.sales })],
          [fixed('Receipts'), fixed('{first} to {last}', { first: String(first), last: String(last) })],
          ...(sats === 0 ? [] : [[fixed('Lightning'), amountText(sats)] as const]),
        ],
      },
      ...currencies.flatMap((currency) => [paymentTable(closing, currency), ratesOf(closing, currency)]),
      ...articleTables(till, sales),
      { kind: 'print', text: fixed('Print') },
    ],
  }
}

function paymentTable({ payments }: Closing, currency: string): Block {
  const own = payments.filter((payment) => payment.currency === currency)
  const gross = own.map(({ gross: units, digits }) => unitsOf(units, digits))
  const tips = own.map(({ tip, digits }) => unitsOf(tip, digits))
  const sum = own.reduce((all, { sales }) => all + sales, 0)
  return {
    kind: 'table',
    caption: fixed('By kind of payment'),
    head: [fixed('Payment'), fixed('Sales'), fixed('Amount'), fixed('Tip'), fixed('Total')],
    numericColumns: [1, 2, 3, 4],
    rows: own.map(({ paid_by: by, sales, gross: goods, tip, digits }) => [
      PAYMENT_NAMES[by as PaidBy],
      fixed('{number}', { number: sales }),
      exactText(unitsOf(goods, digits), currency),
      exactText(unitsOf(tip, digits), currency),
      exactText(add(unitsOf(goods, digits), unitsOf(tip, digits)), currency),
    ]),
    foot: [
      [
        fixed('Total'),
        fixed('{number}', { number: sum }),
        exactText(totalOf(gross), currency),
        exactText(totalOf(tips), currency),
        exactText(totalOf([...gross, ...tips]), currency),
      ],
    ],
  }
}

function ratesOf({ taxes }: Closing, currency: string): Block {
  const own = taxes.filter((rate) => rate.currency === currency).map((rate) => rateOf(rate, rate.digits))
  const sum = (name: 'net' | 'tax' | 'gross'): Text => exactText(totalOf(own.map((rate) => rate[name])), currency)
  return {
    ...taxTable(own, currency),
    caption: fixed('By tax rate, without tips'),
    foot: [[fixed('Total'), sum('net'), sum('tax'), sum('gross')]],
  }
}

/** Two, if prices were with tax and without it on one day. */
const articleTables = (till: Till, sales: readonly Sale[]): readonly Block[] =>
  [true, false].flatMap((isInclusive) => {
    const own = articleSums(till, sales).filter(({ inclusive }) => inclusive === isInclusive)
    if (own.length === 0) return []
    return [
      {
        kind: 'table',
        caption: isInclusive ? fixed('By article') : fixed('By article, without tax'),
        head: [fixed('Item'), fixed('Quantity'), fixed('Amount')],
        numericColumns: [1, 2],
        rows: own
          .slice(0, MAX_ARTICLES)
          .map(({ title, quantity, amount, currency }) => [
            title === '' ? fixed('Sale') : title,
            fixed('{number}', { number: quantity }),
            exactText(amount, currency),
          ]),
      } as const,
    ]
  })
