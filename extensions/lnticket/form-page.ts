import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Page } from '@satchel/extension-sdk/page'
import { amountText, fixed, type Text } from '@satchel/extension-sdk/text'
import type { Form } from './fields.ts'

export const priceText = ({ amount, flatrate }: Form): Text =>
  flatrate
    ? fixed('{amount} for a message', { amount: amountText(amount) })
    : fixed('{amount} for each word', { amount: amountText(amount) })

/** The visitor's page: the form, its price and its invoice. */
export const formPage = (form: Form): Page => ({
  title: form.name,
  ...brandOf(form),
  blocks: [
    ...(form.description === '' ? [] : [{ kind: 'text', text: form.description } as const]),
    {
      kind: 'form',
      action: `/public/${form.id}/tickets`,
      quoteAction: `/public/${form.id}/quote`,
      submit: fixed('Send'),
      note: fixed('{price}, at most {max} words. It is delivered when it is paid for.', {
        price: priceText(form),
        max: form.max_words,
      }),
      fields: [
        { name: 'name', label: fixed('Your name'), type: 'text', required: true, maxLength: 64 },
        {
          name: 'email',
          label: fixed('Your e-mail address'),
          type: 'email',
          maxLength: 254,
          hint: fixed('For an answer.'),
        },
        { name: 'ltext', label: fixed('Your message'), type: 'textarea', required: true, maxLength: 5000 },
      ],
      paid: { text: fixed('Thank you. Your message has been delivered.') },
    },
  ],
})
