import type { FormBlock, ListBlock, Page } from '@satchel/extension-sdk/page'
import { type Jar, LONGEST_MESSAGE, type Tip } from './fields.ts'
import { amountText } from '@satchel/extension-sdk/amount-text'

/** Where visitors leave a tip. */
export function tipPage(jar: Jar, tips: readonly Tip[]): Page {
  const { id, name, description, show_messages } = jar
  return {
    title: name,
    eyebrow: 'Tip jar',
    channel: id,
    blocks: [
      ...(description === undefined ? [] : [{ kind: 'text' as const, text: description }]),
      formOf(jar),
      ...(show_messages ? [{ kind: 'heading' as const, text: 'Latest' }, listOf(tips)] : []),
    ],
  }
}

function formOf({ id, min_amount, max_amount, suggested, show_messages }: Jar): FormBlock {
  const hint = show_messages ? 'Shown here once the tip has arrived.' : 'Only the owner reads it.'
  return {
    kind: 'form',
    action: `/public/${id}/tips`,
    submit: 'Tip',
    fields: [
      {
        name: 'sats',
        label: 'Amount',
        type: 'number',
        required: true,
        min: min_amount,
        max: max_amount,
        unit: 'sat',
        ...(suggested !== undefined && { suggestions: suggested }),
      },
      { name: 'name', label: 'Your name', type: 'text', maxLength: 64 },
      { name: 'message', label: 'Message', type: 'longtext', maxLength: LONGEST_MESSAGE, hint },
    ],
    plain: `/public/${id}/plain`,
    paid: { text: 'Thank you!' },
  }
}

const listOf = (tips: readonly Tip[]): ListBlock => ({
  kind: 'list',
  empty: 'Be the first.',
  items: tips.map(({ name, message, sats }) => ({
    title: name,
    note: amountText(sats),
    ...(message !== '' && { text: message }),
  })),
})

/** For browsers without JavaScript: the invoice has a page of its own. */
export const invoicePage = (
  { name }: Jar,
  invoice: { readonly paymentRequest: string; readonly status: 'pending' | 'paid' | 'expired' },
  state: string,
): Page => ({
  title: name,
  eyebrow: 'Tip jar',
  blocks: [
    {
      kind: 'invoice',
      paymentRequest: invoice.paymentRequest,
      status: invoice.status,
      state,
      paid: { text: 'Thank you!' },
    },
  ],
})

const ON_STREAM = 5

/** For streaming software: nothing but the newest tips, on no background. */
export const overlayPage = ({ id, name }: Jar, tips: readonly Tip[]): Page => ({
  title: name,
  layout: 'bare',
  channel: id,
  blocks: [listOf(tips.slice(0, ON_STREAM))],
})
