import { brandOf } from '@satchel/extension-sdk/brand-fields'
import { bitcoinUri } from '@satchel/extension-sdk/onchain-watch'
import type { Block, FormBlock, ListBlock, Page } from '@satchel/extension-sdk/page'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { type ChainTip, type Jar, MAX_MESSAGE_LENGTH, type Tip } from './fields.ts'

/** The page to leave a tip. */
export function tipPage(jar: Jar, { tips, maxSat }: { tips: readonly Tip[]; maxSat: number }): Page {
  const { id, name, description, show_messages } = jar
  return {
    title: name,
    ...brandOf(jar),
    eyebrow: fixed('Tip jar'),
    channel: id,
    blocks: [
      ...(description === undefined ? [] : [{ kind: 'text' as const, text: description }]),
      // More than the maximum payment is not offered.
      formOf({ ...jar, max_amount: Math.min(jar.max_amount, maxSat) }),
      ...(jar.onchain === undefined
        ? []
        : [{ kind: 'link', text: fixed('Tip on-chain'), href: `/p/${id}/onchain` } as const]),
      ...(show_messages ? [{ kind: 'heading' as const, text: fixed('Latest') }, listOf(tips)] : []),
    ],
  }
}

const fieldsOf = ({ min_amount, max_amount, suggested, show_messages }: Jar): FormBlock['fields'] => {
  const hint = show_messages ? fixed('Shown here once the tip has arrived.') : fixed('Only the owner reads it.')
  return [
    {
      name: 'sats',
      label: fixed('Amount'),
      type: 'number',
      required: true,
      min: min_amount,
      max: max_amount,
      unit: 'sat',
      ...(suggested !== undefined && { suggestions: suggested }),
    },
    { name: 'name', label: fixed('Your name'), type: 'text', maxLength: 64 },
    { name: 'message', label: fixed('Message'), type: 'textarea', maxLength: MAX_MESSAGE_LENGTH, hint },
  ]
}

const formOf = (jar: Jar): FormBlock => ({
  kind: 'form',
  action: `/public/${jar.id}/tips`,
  submit: fixed('Tip'),
  fields: fieldsOf(jar),
  paid: { text: fixed('Thank you!') },
})

/** The page to leave an on-chain tip. */
export const chainFormPage = (jar: Jar): Page => ({
  title: jar.name,
  ...brandOf(jar),
  eyebrow: fixed('Tip jar'),
  blocks: [
    {
      kind: 'form',
      action: `/public/${jar.id}/onchain`,
      submit: fixed('Show the address'),
      fields: fieldsOf({ ...jar, min_amount: Math.max(jar.min_amount, jar.onchain_limit) }),
      done: { text: fixed('Your address'), href: `/p/${jar.id}`, redirect: true },
    },
    { kind: 'link', text: fixed('Tip over Lightning'), href: `/p/${jar.id}` },
  ],
})

/** The page of the address of one tip; redrawn on payments. */
export function chainTipPage({ name }: Jar, { id, address, sats, got, seen, until }: ChainTip, now: number): Page {
  const uri = bitcoinUri(address, sats, name)
  const waiting: Block[] =
    until <= now
      ? [{ kind: 'text', text: fixed('This address has expired. Please do not pay to it any more.'), tone: 'bad' }]
      : [
          { kind: 'amount', text: amountText(sats) },
          { kind: 'qr', value: uri, label: fixed('Scan to tip on-chain'), link: uri },
          { kind: 'facts', rows: [[fixed('Address'), address]] },
          { kind: 'countdown', until, label: fixed('Waited for') },
        ]
  const blocks: Block[] =
    got > 0
      ? [{ kind: 'text', text: fixed('{amount} have arrived. Thank you!', { amount: amountText(got) }), tone: 'good' }]
      : seen > 0
        ? [
            {
              kind: 'text',
              text: fixed('{amount} are on their way. Thank you!', { amount: amountText(seen) }),
              tone: 'good',
            },
          ]
        : waiting
  return { title: name, eyebrow: fixed('Tip jar'), channel: id, blocks }
}

const listOf = (tips: readonly Tip[]): ListBlock => ({
  kind: 'list',
  empty: fixed('Be the first.'),
  items: tips.map(({ name, message, sats }) => ({
    title: name,
    note: amountText(sats),
    ...(message !== '' && { text: message }),
  })),
})

/** For browsers without JavaScript: the invoice has its own page. */
export const invoicePage = (
  { name }: Jar,
  invoice: { readonly paymentRequest: string; readonly status: 'pending' | 'paid' | 'expired' },
  state: string,
): Page => ({
  title: name,
  eyebrow: fixed('Tip jar'),
  blocks: [
    {
      kind: 'invoice',
      paymentRequest: invoice.paymentRequest,
      status: invoice.status,
      state,
      paid: { text: fixed('Thank you!') },
    },
  ],
})

const ON_STREAM = 5

/** For streaming software: only the newest tips, on a transparent background. */
export const overlayPage = ({ id, name }: Jar, tips: readonly Tip[]): Page => ({
  title: name,
  layout: 'bare',
  channel: id,
  blocks: [listOf(tips.slice(0, ON_STREAM))],
})
