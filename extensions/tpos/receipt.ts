import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Json } from '@satchel/extension-sdk/context'
import type { Page } from '@satchel/extension-sdk/page'
import { amountText, fixed, minorText, timeText, type Text } from '@satchel/extension-sdk/text'
import { reject } from '@satchel/extension-sdk/rejection'
import { fromMinor } from '@satchel/money/minor-units'
import type { Sale, Till } from './fields.ts'
import { readMinor, sumOf, taxesOf } from './price-sale.ts'

export function requireReceipt(till: Till, sale: Sale): void {
  if (!till.receipt || sale.state !== 'paid') throw reject('There is no receipt.', 404)
}

export function receiptJson(till: Till, sale: Sale): Json {
  const { payment_hash, amount, tip_amount, tax, total, currency, sats, paid_at, memo, lines } = sale
  return {
    business_name: till.business_name ?? till.name,
    business_address: till.business_address,
    vat_id: till.vat_id,
    payment_hash,
    paid_at,
    memo,
    lines,
    taxes: taxesOf(saleTerms(till, sale), lines).map(({ percent, tax: part }) => ({
      percent,
      tax: fromMinor(part, currency),
    })),
    amount,
    tip_amount,
    tax,
    total,
    currency,
    sats,
  }
}

/** A sale may be in satoshis where the till has another currency. */
const saleTerms = ({ tax_inclusive }: Till, { currency }: Sale) => ({ tax_inclusive, currency })

/** To print, or to show to the customer. */
export function receiptPage(till: Till, sale: Sale): Page {
  const { currency } = sale
  const text = (amount: number): Text => minorText(readMinor(amount, currency, 'amount'), currency)
  const minor = (amount: bigint): Text => minorText(amount, currency)
  const business = [till.business_address, till.vat_id === undefined ? undefined : `VAT ${till.vat_id}`]
  const address = business.filter((line) => line !== undefined && line !== '').join('\n')
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
          minor(sumOf(line, currency)),
        ]),
        foot: [
          ...taxesOf(saleTerms(till, sale), sale.lines).flatMap(({ percent, tax }) =>
            percent > 0 ? [[word(percent), minor(tax)]] : [],
          ),
          ...(sale.tip_amount > 0 ? [[fixed('Tip'), text(sale.tip_amount)]] : []),
          [fixed('Total'), text(sale.total)],
        ],
      },
      {
        kind: 'facts',
        rows: [
          ...(currency === 'sat' ? [] : [[fixed('Paid'), amountText(sale.sats)] as const]),
          [fixed('Time'), timeText(Date.parse(sale.paid_at ?? ''))],
          [fixed('Payment'), sale.payment_hash],
        ],
      },
      { kind: 'print', text: fixed('Print') },
    ],
  }
}
