import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { InvoiceState } from '@satchel/extension-sdk/context'
import type { Block, Page } from '@satchel/extension-sdk/page'
import { amountText, dayText, fixed, type Text, timeText } from '@satchel/extension-sdk/text'
import { type Decimal, decimalText, nearestDouble } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import type { InvoiceItem } from './fields.ts'
import { remainderOf, totalsOf } from './totals.ts'

/** The page to read, pay and print an invoice. `limit`: of one payment, in its currency. */
export function invoicePage(item: InvoiceItem, { nowMs, limit }: { nowMs: number; limit: number | undefined }): Page {
  const left = remainderOf(item)
  return {
    title: titleOf(item),
    ...(item.seller_name !== undefined && { eyebrow: item.seller_name }),
    ...brandOf(item),
    layout: 'wide',
    blocks: [
      ...(item.status === 'paid' ? [{ kind: 'text', text: fixed('Paid. Thank you!'), tone: 'good' } as const] : []),
      { kind: 'facts', rows: factsOf(item, nowMs) },
      tableOf(item, left),
      ...(item.notes === undefined || item.notes === '' ? [] : [{ kind: 'text', text: item.notes } as const]),
      ...paymentsOf(item),
      ...(item.status === 'open' ? [payForm(item, left, limit)] : []),
      { kind: 'print', text: fixed('Print') },
    ],
  }
}

/** The page of one payment, for readers without JavaScript. */
export function paymentPage(item: InvoiceItem, invoice: InvoiceState): Page {
  const { amount_currency: amount } = invoice.data as { readonly amount_currency: number }
  const href = `/p/${item.id}`
  return {
    title: titleOf(item),
    blocks: [
      {
        kind: 'invoice',
        paymentRequest: invoice.paymentRequest,
        state: `/state/${invoice.paymentHash}`,
        status: invoice.status,
        amount: amountText(amount, item.currency),
        ...(item.currency !== 'sat' && { note: amountText(invoice.sat) }),
        paid: { text: fixed('Thank you!'), href, label: fixed('Show the invoice') },
        expiresAt: Math.floor(Date.parse(invoice.expiresAt) / 1000),
      },
      { kind: 'link', text: fixed('Back to the invoice'), href },
    ],
  }
}

const titleOf = ({ number = '' }: InvoiceItem): Text => fixed('Invoice {number}', { number })

function factsOf(item: InvoiceItem, nowMs: number): (readonly [Text, Text])[] {
  const today = new Date(nowMs).toISOString().slice(0, 10)
  const name = [item.first_name, item.last_name].filter((part) => part !== undefined && part !== '').join(' ')
  const to = [item.company_name, name, item.address].filter((line) => line !== undefined && line !== '').join('\n')
  const from = [item.seller_name, item.seller_address].filter((line) => line !== undefined && line !== '').join('\n')
  const isLate = item.status === 'open' && item.due_at !== undefined && item.due_at < today
  const rows: (readonly [Text, Text | undefined])[] = [
    [fixed('From'), from],
    [fixed('Tax number'), item.seller_tax_number],
    [fixed('For'), to],
    [fixed('Tax number of the customer'), item.tax_number],
    [fixed('E-mail'), item.email],
    [fixed('Phone'), item.phone],
    [fixed('Date'), dayText(new Date(item.created_at * 1000).toISOString().slice(0, 10))],
    [fixed('Due'), item.due_at === undefined ? undefined : dayText(item.due_at)],
    [fixed('Status'), item.status === 'paid' ? fixed('Paid') : isLate ? fixed('Overdue') : fixed('Open')],
  ]
  return rows.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]))
}

function tableOf(item: InvoiceItem, left: Decimal): Block {
  const { currency, tax_percent: percent, paid_total: paid } = item
  const { lines, net, tax, total } = totalsOf(item)
  const text = (amount: Decimal): Text => amountText(decimalText(amount), currency)
  return {
    kind: 'table',
    head: [fixed('Description'), fixed('Price'), fixed('Quantity'), fixed('Amount')],
    numericColumns: [1, 2, 3],
    rows: lines.map(({ description, amount, quantity, sum }) => [
      description,
      amountText(amount, currency),
      fixed('{number}', { number: quantity }),
      text(sum),
    ]),
    foot: [
      ...(percent > 0
        ? [
            [fixed('Sum'), '', '', text(net)],
            [fixed('Tax, {percent} %', { percent }), '', '', text(tax)],
          ]
        : []),
      [fixed('Total'), '', '', text(total)],
      ...(paid > 0
        ? [
            [fixed('Paid'), '', '', amountText(paid, currency)],
            ...(left.coefficient > 0n ? [[fixed('Left to pay'), '', '', text(left)]] : []),
          ]
        : []),
    ],
  }
}

function paymentsOf({ payments, currency, overpaid }: InvoiceItem): Block[] {
  if (payments.length === 0) return []
  const rows = payments.map(({ amount, sats, time }) => [
    timeText(Date.parse(time)),
    amountText(amount, currency),
    amountText(sats),
  ])
  return [
    {
      kind: 'table',
      caption: fixed('Payments'),
      head: [fixed('Time'), fixed('Amount'), fixed('Received')],
      numericColumns: [1, 2],
      rows,
    },
    ...(overpaid ? [{ kind: 'text', tone: 'muted', text: fixed('More has been paid than was due.') } as const] : []),
  ]
}

function payForm({ id, currency }: InvoiceItem, left: Decimal, limit: number | undefined): Block {
  const digits = Math.max(minorDigits(currency), left.scale)
  const smallest = 10 ** -digits
  const most = Math.min(nearestDouble(left), limit ?? Infinity)
  return {
    kind: 'form',
    action: `/public/${id}/payments`,
    submit: fixed('Pay with Lightning'),
    fields: [
      {
        name: 'amount',
        label: fixed('Amount'),
        type: 'number',
        required: true,
        value: most.toFixed(digits),
        min: smallest,
        max: most,
        step: smallest,
        unit: currency,
        hint:
          most < nearestDouble(left)
            ? fixed('At most {amount} in one payment: pay the rest after it.', { amount: amountText(most, currency) })
            : fixed('All of it, or a part.'),
      },
    ],
    // Reload the page: its state has changed.
    paid: { text: fixed('Thank you!'), href: `/p/${id}`, label: fixed('Show the invoice'), redirect: true },
  }
}
