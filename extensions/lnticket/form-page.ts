import type { Page } from '@satchel/extension-sdk/page'
import type { Form } from './fields.ts'
import { formatAmount } from '@satchel/extension-sdk/format-amount'

export const priceText = ({ amount, flatrate }: Form): string =>
  flatrate ? `${formatAmount(amount)} for a message` : `${formatAmount(amount)} for each word`

/** The visitor's page: the form, its price and its invoice. */
export const formPage = (form: Form): Page => ({
  title: form.name,
  blocks: [
    ...(form.description === '' ? [] : [{ kind: 'text', text: form.description } as const]),
    {
      kind: 'form',
      action: `/public/${form.id}/tickets`,
      quoteAction: `/public/${form.id}/quote`,
      submit: 'Send',
      note: `${priceText(form)}, at most ${form.max_words} words. It is delivered when it is paid for.`,
      fields: [
        { name: 'name', label: 'Your name', type: 'text', required: true, maxLength: 64 },
        { name: 'email', label: 'Your e-mail address', type: 'email', maxLength: 254, hint: 'For an answer.' },
        { name: 'ltext', label: 'Your message', type: 'textarea', required: true, maxLength: 5000 },
      ],
      paid: { text: 'Thank you. Your message has been delivered.' },
    },
  ],
})
