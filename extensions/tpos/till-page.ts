import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { FormBlock, ListBlock, Page } from '@satchel/extension-sdk/page'
import { largestAmount } from '@satchel/extension-sdk/replies/largest-amount'
import { amountText, fixed, type Text } from '@satchel/extension-sdk/text'
import { decimalOf, decimalText } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import { chargeLnurl } from './cash-out.ts'
import type { Charge, Till, TposCtx } from './fields.ts'

/** The till: `till.js` draws it from these data. */
export async function tillPage(ctx: TposCtx, till: Till): Promise<Page> {
  const { id, name, currency, tip_options: tips, tax_inclusive: inclusive, tax_default: tax, receipt } = till
  const items = till.items.filter(({ disabled }) => !disabled)
  const most = await largestAmount(ctx, currency)
  return {
    title: name,
    ...brandOf(till),
    layout: 'wide',
    installable: true,
    channel: id,
    scripts: ['till.js'],
    styles: ['till.css'],
    blocks: [
      {
        kind: 'app',
        id: 'till',
        fallback: fixed('Without JavaScript this till takes one amount at a time.'),
        data: {
          id,
          currency,
          digits: minorDigits(currency),
          tips,
          inclusive,
          tax,
          receipt,
          // The limit per payment, at the current rate.
          ...(most !== undefined && { most: decimalText(decimalOf(most)) }),
          // As digits, so that the browser does not round it.
          items: items.map((item) => ({ ...item, price: decimalText(decimalOf(item.price)) })),
        },
      },
      ...priceList(items, currency),
      plainSale(till, most),
      ...(till.withdraw_limit === undefined
        ? []
        : [{ kind: 'link', text: fixed('Cash out'), href: `/p/${id}/cash-out` } as const]),
    ],
  }
}

/** The prices, for devices without JavaScript. */
const priceList = (items: Till['items'], currency: string): readonly ListBlock[] =>
  items.length === 0
    ? []
    : [
        {
          kind: 'list',
          plainOnly: true,
          items: items.map(({ title, price, description, image }) => ({
            title,
            note: amountText(price, currency),
            ...(description !== undefined && { text: description }),
            ...(image !== undefined && { image }),
          })),
        },
      ]

/** A sale of one amount, for devices without JavaScript. */
const plainSale = ({ id, currency, receipt }: Till, most: number | undefined): FormBlock => ({
  kind: 'form',
  plainOnly: true,
  action: `/public/${id}/invoices`,
  state: `/public/${id}/invoices/{payment_hash}`,
  submit: fixed('Charge'),
  fields: [
    {
      name: 'amount',
      label: fixed('Amount'),
      type: 'number',
      required: true,
      min: 10 ** -minorDigits(currency),
      step: 10 ** -minorDigits(currency),
      unit: currency,
      ...(most !== undefined && {
        max: most,
        hint: fixed('At most {amount} in one payment.', { amount: amountText(most, currency) }),
      }),
    },
    { name: 'memo', label: fixed('What for'), type: 'text', maxLength: 200 },
  ],
  paid: {
    text: fixed('Thank you!'),
    ...(receipt && { href: `/p/${id}/receipt/{payment_hash}`, label: fixed('Receipt') }),
  },
})

/** For the holder of the key: the cash handed in becomes a code to scan. */
export const cashOutPage = ({ id, name, currency, withdraw_premium: premium }: Till): Page => ({
  title: fixed('Cash out'),
  eyebrow: name,
  blocks: [
    {
      kind: 'form',
      action: `/api/v1/${id}/charges`,
      submit: fixed('Show the code'),
      fields: [
        { name: 'key', label: fixed('Admin key'), type: 'key', required: true },
        {
          name: 'amount',
          label: fixed('Amount'),
          type: 'keypad',
          required: true,
          step: 10 ** -minorDigits(currency),
          unit: currency,
        },
      ],
      done: { text: '', redirect: true },
      ...(premium > 0 && { note: fixed('{premium} % stay here.', { premium }) }),
    },
    { kind: 'link', text: fixed('Back to the till'), href: `/p/${id}` },
  ],
})

const STATES: Readonly<Record<string, Text>> = {
  claimed: fixed('On its way.'),
  paid: fixed('Paid out.'),
  failed: fixed('It could not be paid out. Please start over.'),
  expired: fixed('This code has expired.'),
}

export function chargePage(ctx: TposCtx, { name, currency, id }: Till, charge: Charge): Page {
  const { amount, premium, sats, expires_at: until } = charge
  const state = charge.state === 'open' && until * 1000 <= ctx.now() ? 'expired' : charge.state
  return {
    title: fixed('Cash out'),
    eyebrow: name,
    channel: charge.id,
    blocks: [
      { kind: 'amount', text: amountText(sats) },
      ...(state === 'open'
        ? ([
            { kind: 'qr', value: chargeLnurl(ctx, charge), label: fixed('Scan with a Lightning wallet') },
            { kind: 'countdown', until, label: fixed('Valid for') },
          ] as const)
        : [{ kind: 'text', text: STATES[state] ?? '', tone: state === 'paid' ? 'good' : 'plain' } as const]),
      {
        kind: 'facts',
        rows: [
          [fixed('Handed in'), amountText(amount, currency)],
          ...(premium > 0 ? [[fixed('Stays here'), fixed('{premium} %', { premium })] as const] : []),
        ],
      },
      { kind: 'link', text: fixed('Back to the till'), href: `/p/${id}` },
    ],
  }
}
