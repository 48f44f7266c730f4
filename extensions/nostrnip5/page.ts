import type { FormField, Page } from '@satchel/extension-sdk/page'
import { fixed } from '@satchel/extension-sdk/text'
import type { Domain } from './fields.ts'

const KEY: FormField = {
  name: 'pubkey',
  label: fixed('Your Nostr key'),
  type: 'public-key',
  required: true,
  maxLength: 64,
  hint: fixed('npub1… or 64 hex digits; never the secret one (nsec1…).'),
}

/** The page to buy a name. */
export function signUpPage({ id, domain, max_years }: Domain): Page {
  const years = Array.from({ length: max_years }, (_one, at) => String(at + 1))
  return {
    title: fixed('Your name at {domain}', { domain }),
    eyebrow: fixed('Nostr address'),
    blocks: [
      {
        kind: 'text',
        text: fixed('People find you as {address} in every Nostr app that knows NIP-05.', {
          address: `name@${domain}`,
        }),
      },
      {
        kind: 'form',
        action: `/public/${id}/addresses`,
        submit: fixed('Buy'),
        quoteAction: `/public/${id}/quote`,
        state: `/public/${id}/orders/{payment_hash}`,
        fields: [
          {
            name: 'local_part',
            label: fixed('Name'),
            type: 'text',
            required: true,
            maxLength: 64,
            hint: fixed('What stands before {domain}.', { domain: `@${domain}` }),
          },
          KEY,
          {
            name: 'years',
            label: fixed('Years'),
            type: 'select',
            numeric: true,
            asButtons: true,
            required: true,
            value: '1',
            options: years.map((year): [string, string] => [year, year]),
          },
          { name: 'promo', label: fixed('Promotion code'), type: 'text', maxLength: 64 },
        ],
        paid: { text: fixed('The name is yours.') },
      },
      { kind: 'link', text: fixed('I have a name and want to change its key'), href: `/p/${id}/manage` },
    ],
  }
}

/** The page on which the buyer of a name changes its key. */
export const managePage = ({ id, domain }: Domain): Page => ({
  title: fixed('Change your name at {domain}', { domain }),
  eyebrow: fixed('Nostr address'),
  blocks: [
    {
      kind: 'form',
      action: `/public/${id}/addresses/{address}`,
      method: 'PUT',
      submit: fixed('Change'),
      fields: [
        {
          name: 'address',
          label: fixed('Name'),
          type: 'text',
          required: true,
          maxLength: 64,
          hint: fixed('What stands before {domain}.', { domain: `@${domain}` }),
        },
        {
          name: 'manage_secret',
          label: fixed('Secret'),
          type: 'text',
          required: true,
          maxLength: 64,
          hint: fixed('It was shown when you bought the name.'),
        },
        { ...KEY, label: fixed('New Nostr key') },
      ],
      done: { text: fixed('The name leads to the new key.') },
    },
  ],
})
