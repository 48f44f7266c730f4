import type { Page } from '@satchel/extension-sdk/page'
import { minorDigits, moneyText, toMinor } from '@satchel/money/minor-units'
import { chargeLnurl } from './cash-out.ts'
import type { Charge, Till, TposCtx } from './fields.ts'
import { readMinor } from './price-sale.ts'

/** The till: `till.js` draws it from these data. */
export function tillPage(till: Till): Page {
  const { id, name, currency, tip_options: tips, tax_inclusive: inclusive, tax_default: tax, receipt } = till
  const items = till.items.filter(({ disabled }) => !disabled)
  return {
    title: name,
    layout: 'wide',
    installable: true,
    channel: id,
    scripts: ['till.js'],
    styles: ['till.css'],
    blocks: [
      {
        kind: 'app',
        id: 'till',
        fallback: 'The till needs JavaScript.',
        data: {
          id,
          currency,
          digits: minorDigits(currency),
          tips,
          inclusive,
          tax,
          receipt,
          // In the smallest unit, as digits: no number of the browser rounds it.
          items: items.map((item) => ({ ...item, price: String(toMinor(item.price, currency) ?? 0n) })),
        },
      },
      ...(till.withdraw_limit === undefined
        ? []
        : [{ kind: 'link', text: 'Cash out', href: `/p/${id}/cash-out` } as const]),
    ],
  }
}

/** For the holder of the key: what a customer hands in becomes a code to scan. */
export const cashOutPage = ({ id, name, currency, withdraw_premium: premium }: Till): Page => ({
  title: 'Cash out',
  eyebrow: name,
  blocks: [
    {
      kind: 'form',
      action: `/api/v1/${id}/charges`,
      submit: 'Show the code',
      fields: [
        { name: 'key', label: 'Admin key', type: 'key', required: true },
        {
          name: 'amount',
          label: 'Amount',
          type: 'keypad',
          required: true,
          step: 10 ** -minorDigits(currency),
          unit: currency,
        },
      ],
      done: { text: '', redirect: true },
      ...(premium > 0 && { note: `${premium} % stay here.` }),
    },
    { kind: 'link', text: 'Back to the till', href: `/p/${id}` },
  ],
})

const STATES: Readonly<Record<string, string>> = {
  claimed: 'On its way.',
  paid: 'Paid out.',
  failed: 'It could not be paid out. Please start over.',
  expired: 'This code has expired.',
}

export function chargePage(ctx: TposCtx, { name, currency, id }: Till, charge: Charge): Page {
  const { amount, premium, sats, expires_at: until } = charge
  const state = charge.state === 'open' && until * 1000 <= ctx.now() ? 'expired' : charge.state
  return {
    title: 'Cash out',
    eyebrow: name,
    channel: charge.id,
    blocks: [
      { kind: 'amount', text: moneyText(BigInt(sats), 'sat') },
      ...(state === 'open'
        ? ([
            { kind: 'qr', value: chargeLnurl(ctx, charge), label: 'Scan with a Lightning wallet' },
            { kind: 'countdown', until, label: 'Valid for' },
          ] as const)
        : [{ kind: 'text', text: STATES[state] ?? '', tone: state === 'paid' ? 'good' : 'plain' } as const]),
      {
        kind: 'facts',
        rows: [
          ['Handed in', moneyText(readMinor(amount, currency, 'amount'), currency)],
          ...(premium > 0 ? [['Stays here', `${premium} %`] as const] : []),
        ],
      },
      { kind: 'link', text: 'Back to the till', href: `/p/${id}` },
    ],
  }
}
