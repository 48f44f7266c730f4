import type { Page } from '@satchel/extension-sdk/page'
import type { Form } from './fields.ts'
import { amountText } from '@satchel/extension-sdk/amount-text'

export const priceText = ({ amount, flatrate }: Form): string =>
  flatrate ? `${amountText(amount)} for a message` : `${amountText(amount)} for each word`

/** For whoever has something to say. */
export const formPage = (form: Form): Page => ({
  title: form.name,
  blocks: [
    ...(form.description === '' ? [] : [{ kind: 'text', text: form.description } as const]),
    {
      kind: 'form',
      action: `/public/${form.id}/tickets`,
      quote: `/public/${form.id}/quote`,
      submit: 'Send',
      note: `${priceText(form)}, at most ${form.max_words} words. It is delivered when it is paid for.`,
      fields: [
        { name: 'name', label: 'Your name', type: 'text', required: true, maxLength: 64 },
        { name: 'email', label: 'Your e-mail address', type: 'email', maxLength: 254, hint: 'For an answer.' },
        { name: 'ltext', label: 'Your message', type: 'longtext', required: true, maxLength: 5000 },
      ],
      paid: { text: 'Thank you. Your message has been delivered.' },
    },
  ],
})
