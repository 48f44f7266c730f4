import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Json } from '@satchel/extension-sdk/context'
import type { Page, TableBlock } from '@satchel/extension-sdk/page'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed, type Text, timeText } from '@satchel/extension-sdk/text'
import { type Decimal, decimalText, nearestDouble } from '@satchel/money/decimal'
import { zoneOf } from './book-sale.ts'
import type { PaidBy, Sale, Till } from './fields.ts'
import { amountsOf } from './price-sale.ts'
import { type RateSum, saleTaxes, sumOf, totalOf } from './sale-taxes.ts'

export function requireReceipt(till: Till, sale: Sale): void {
  if (!till.receipt || sale.state !== 'paid') throw reject('There is no receipt.', 404)
}

export function receiptJson(till: Till, sale: Sale): Json {
  const { receipt_number, payment_hash, paid_at, paid_by, memo, lines } = sale
  return {
    business_name: till.business_name ?? till.name,
    business_address: till.business_address,
    vat_id: till.vat_id,
    receipt_number,
    payment_hash,
    paid_at,
    paid_by,
    memo,
    lines,
    taxes: ratesJson(saleTaxes(till, sale)),
    ...amountsOf(sale),
  }
}

export const ratesJson = (rates: readonly RateSum[]): Json =>
  rates.map(({ percent, net, tax, gross }) => ({
    percent,
    net: nearestDouble(net),
    tax: nearestDouble(tax),
    gross: nearestDouble(gross),
  }))

export const exactText = (amount: Decimal, currency: string): Text => amountText(decimalText(amount), currency)

/** Net, tax and gross of each rate. */
export const taxTable = (rates: readonly RateSum[], currency: string): TableBlock => ({
  kind: 'table',
  head: [fixed('Tax rate'), fixed('Net'), fixed('Tax'), fixed('Gross')],
  numericColumns: [1, 2, 3],
  rows: rates.map(({ percent, net, tax, gross }) => [
    fixed('{percent} %', { percent }),
    ...[net, tax, gross].map((amount) => exactText(amount, currency)),
  ]),
})

export const PAYMENT_NAMES: Readonly<Record<PaidBy, Text>> = {
  lightning: fixed('Lightning'),
  cash: fixed('Cash'),
  card: fixed('Card'),
}

/** To print, or to show to the customer: in the language and time zone of the shop. */
export function receiptPage(till: Till, sale: Sale): Page {
  const { currency } = sale
  const { business_address: address = '', language } = till
  const rates = saleTaxes(till, sale)
  return {
    title: fixed('Receipt'),
    ...brandOf(till),
    ...(language !== undefined && { language }),
    eyebrow: till.business_name ?? till.name,
    blocks: [
      ...(address === '' ? [] : [{ kind: 'text', text: address, tone: 'muted' } as const]),
      {
        kind: 'table',
        head: [fixed('Item'), fixed('Amount')],
        numericColumns: [1],
        rows: sale.lines.map((line) => [
          fixed(line.quantity > 1 ? '{quantity} × {title}' : '{title}', {
            quantity: line.quantity,
            title: line.title === '' ? fixed('Sale') : line.title,
          }),
          exactText(sumOf(line), currency),
        ]),
        foot: [
          ...addedTaxes(sale, rates).map(({ percent, tax }) => [
            fixed('Tax, {percent} %', { percent }),
            exactText(tax, currency),
          ]),
          ...(sale.tip_amount > 0 ? [[fixed('Tip'), amountText(sale.tip_amount, currency)]] : []),
          [fixed('Total'), amountText(sale.total, currency)],
        ],
      },
      ...(rates.some(({ percent }) => percent > 0) ? [taxTable(rates, currency)] : []),
      { kind: 'facts', rows: factsOf(till, sale) },
      { kind: 'print', text: fixed('Print') },
    ],
  }
}

/** What comes on top of the prices: nothing, where they include their tax. */
function addedTaxes({ lines }: Sale, rates: readonly RateSum[]): readonly RateSum[] {
  const prices = nearestDouble(totalOf(lines.map(sumOf)))
  return rates.filter(
    ({ tax }) => tax.coefficient > 0n && prices !== nearestDouble(totalOf(rates.map((rate) => rate.gross))),
  )
}

function factsOf(till: Till, sale: Sale): (readonly [Text, Text])[] {
  const { vat_id: vatId = '' } = till
  const { receipt_number: number, paid_by: by, payment_hash: hash, currency, sats } = sale
  return [
    ...(number === undefined ? [] : [[fixed('Receipt number'), String(number)] as const]),
    ...(vatId === '' ? [] : [[fixed('VAT ID'), vatId] as const]),
    ...(by === undefined ? [] : [[fixed('Paid by'), PAYMENT_NAMES[by as PaidBy]] as const]),
    ...(currency === 'sat' || hash === undefined ? [] : [[fixed('Paid'), amountText(sats)] as const]),
    [fixed('Time'), timeText(Date.parse(sale.paid_at ?? ''), zoneOf(till))],
    ...(hash === undefined ? [] : [[fixed('Payment'), hash] as const]),
  ]
}
