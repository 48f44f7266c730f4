import type { FormField, Page } from '@satchel/extension-sdk/page'
import type { Domain } from './fields.ts'

const KEY: FormField = {
  name: 'pubkey',
  label: 'Your Nostr key',
  type: 'text',
  required: true,
  maxLength: 64,
  hint: 'npub1… or 64 hex digits; never the secret one (nsec1…).',
}

/** Where a name is bought. */
export function signUpPage({ id, domain, max_years }: Domain): Page {
  const years = Array.from({ length: max_years }, (_one, at) => String(at + 1))
  return {
    title: `Your name at ${domain}`,
    eyebrow: 'Nostr address',
    blocks: [
      { kind: 'text', text: `People find you as name@${domain} in every Nostr app that knows NIP-05.` },
      {
        kind: 'form',
        action: `/public/${id}/addresses`,
        submit: 'Buy',
        quoteAction: `/public/${id}/quote`,
        state: `/public/${id}/orders/{payment_hash}`,
        fields: [
          {
            name: 'local_part',
            label: 'Name',
            type: 'text',
            required: true,
            maxLength: 64,
            hint: `What stands before @${domain}.`,
          },
          KEY,
          {
            name: 'years',
            label: 'Years',
            type: 'select',
            numeric: true,
            asButtons: true,
            value: '1',
            options: years.map((year): [string, string] => [year, year]),
          },
          { name: 'promo', label: 'Promotion code', type: 'text', maxLength: 64 },
        ],
        paid: { text: 'The name is yours.' },
      },
      { kind: 'link', text: 'I have a name and want to change its key', href: `/p/${id}/manage` },
    ],
  }
}

/** Where the buyer of a name lets it lead to another key. */
export const managePage = ({ id, domain }: Domain): Page => ({
  title: `Change your name at ${domain}`,
  eyebrow: 'Nostr address',
  blocks: [
    {
      kind: 'form',
      action: `/public/${id}/addresses/{address}`,
      method: 'PUT',
      submit: 'Change',
      fields: [
        {
          name: 'address',
          label: 'Name',
          type: 'text',
          required: true,
          maxLength: 64,
          hint: `What stands before @${domain}.`,
        },
        {
          name: 'manage_secret',
          label: 'Secret',
          type: 'text',
          required: true,
          maxLength: 64,
          hint: 'It was shown when you bought the name.',
        },
        { ...KEY, label: 'New Nostr key' },
      ],
      done: { text: 'The name leads to the new key.' },
    },
  ],
})
