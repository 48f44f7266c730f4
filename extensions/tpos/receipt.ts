import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Json } from '@satchel/extension-sdk/context'
import type { Page } from '@satchel/extension-sdk/page'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed, type Text, timeText } from '@satchel/extension-sdk/text'
import { add, type Decimal, decimalText, nearestDouble, ZERO } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import type { Sale, Till } from './fields.ts'
import { amountsOf, sumOf, taxesOf } from './price-sale.ts'

export function requireReceipt(till: Till, sale: Sale): void {
  if (!till.receipt || sale.state !== 'paid') throw reject('There is no receipt.', 404)
}

export function receiptJson(till: Till, sale: Sale): Json {
  const { receipt_number, payment_hash, paid_at, memo, lines } = sale
  return {
    business_name: till.business_name ?? till.name,
    business_address: till.business_address,
    vat_id: till.vat_id,
    receipt_number,
    payment_hash,
    paid_at,
    memo,
    lines,
    taxes: taxesOfSale(till, sale).map(({ percent, tax: part }) => ({
      percent,
      tax: nearestDouble(part),
    })),
    ...amountsOf(sale),
  }
}

/** Decimal places that currencies can have. */
const DIGITS = [0, 2, 3, 4]

/**
 * As rounded at the sale: with the digits that add up to its tax. A sale may be in satoshis although the till has
 * another currency, and its currency may have had other digits.
 */
function taxesOfSale({ tax_inclusive: inclusive }: Till, { lines, tax, currency }: Sale) {
  const tried = [minorDigits(currency), ...DIGITS].map((digits) => taxesOf({ inclusive, digits }, lines))
  return (
    tried.find((taxes) => nearestDouble(taxes.reduce((sum, one) => add(sum, one.tax), ZERO)) === tax) ?? tried[0] ?? []
  )
}

/** To print, or to show to the customer. */
export function receiptPage(till: Till, sale: Sale): Page {
  const { currency } = sale
  const text = (amount: Decimal): Text => amountText(decimalText(amount), currency)
  const { business_address: address = '', vat_id: vatId = '' } = till
  const number = sale.receipt_number
  const word = (percent: number): Text =>
    till.tax_inclusive ? fixed('Includes {percent} % tax', { percent }) : fixed('Tax, {percent} %', { percent })
  return {
    title: fixed('Receipt'),
    ...brandOf(till),
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
          text(sumOf(line)),
        ]),
        foot: [
          ...taxesOfSale(till, sale).flatMap(({ percent, tax }) => (percent > 0 ? [[word(percent), text(tax)]] : [])),
          ...(sale.tip_amount > 0 ? [[fixed('Tip'), amountText(sale.tip_amount, currency)]] : []),
          [fixed('Total'), amountText(sale.total, currency)],
        ],
      },
      {
        kind: 'facts',
        rows: [
          ...(number === undefined ? [] : [[fixed('Receipt number'), String(number)] as const]),
          ...(vatId === '' ? [] : [[fixed('VAT ID'), vatId] as const]),
          ...(currency === 'sat' ? [] : [[fixed('Paid'), amountText(sale.sats)] as const]),
          [fixed('Time'), timeText(Date.parse(sale.paid_at ?? ''))],
          [fixed('Payment'), sale.payment_hash],
        ],
      },
      { kind: 'print', text: fixed('Print') },
    ],
  }
}
