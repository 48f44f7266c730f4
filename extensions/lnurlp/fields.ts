import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { WEBHOOK_FIELDS } from '@satchel/extension-sdk/webhook-fields'

/** The fields of a pay link. */
export const FIELDS = {
  description: { type: 'text', as: 'line', min: 1, max: 500, doc: 'What payers read.', show: 'public' },
  min: { type: 'money', doc: 'The least that is taken, in `currency`; worth at least 1 satoshi.', show: 'public' },
  max: { type: 'money', doc: 'The most that is taken, in `currency`; not less than `min`.', show: 'public' },
  currency: { type: 'currency', doc: '`sat`, or a code of `GET /api/v1/currencies`.', default: 'sat', show: 'public' },
  comment_chars: {
    type: 'int',
    min: 0,
    max: 799,
    default: 0,
    doc: 'How long a comment of the payer may be, in characters; 0 = none is taken.',
    show: 'public',
  },
  username: {
    type: 'text',
    as: 'code',
    max: 64,
    pattern: '^[a-z0-9._-]{1,64}$',
    lowerCase: true,
    optional: true,
    doc: 'The name before the @ of its Lightning address: letters from a to z, digits, dots, hyphens and underscores. No other account can have it on the same domain, not even later.',
  },
  domain: {
    type: 'text',
    as: 'code',
    max: 253,
    optional: true,
    doc: 'The host behind the @: one that this service answers at (`SERVICE_DOMAINS`); default that of its public URL.',
  },
  zaps: { type: 'bool', default: false, doc: 'Nostr zaps are taken (NIP-57), and their receipts published.' },
  disposable: { type: 'bool', default: false, doc: 'Asks wallets not to store the link (LUD-11).' },
  ...WEBHOOK_FIELDS,
  success_text: { type: 'text', min: 1, max: 144, optional: true, doc: 'What payers read when they have paid.' },
  success_url: { type: 'url', optional: true, doc: 'Where payers are then led (https).' },
  lnurl: { type: 'text', max: 3300, by: 'server', optional: true, doc: 'To scan or to copy (LUD-01).', show: 'public' },
  lightning_address: {
    type: 'text',
    max: 400,
    by: 'server',
    optional: true,
    doc: 'When it has a `username`.',
    show: 'public',
  },
  own_zap_key: {
    type: 'bool',
    by: 'server',
    optional: true,
    doc: 'Its receipts of zaps have their own key. Not so for links from before 0.4 until `zaps` is switched on again.',
  },
  served_params: {
    type: 'int',
    by: 'server',
    default: 0,
    doc: 'How often its parameters were requested; some seconds late.',
  },
  served_invoices: { type: 'int', by: 'server', default: 0, doc: 'How many invoices it has given; some seconds late.' },
} as const satisfies Shape

/** Names of Lightning addresses. They outlive their links, so that payments to a name never go to another account. */
export const NAMES = {
  name: {
    type: 'text',
    max: 400,
    doc: '`name@domain`; without a domain that of the public URL.',
    unique: 'instance',
    taken: 'body.username: already taken on this domain.',
  },
  link: { type: 'text', max: 64, doc: 'The link that has it; none = no link at present.', optional: true },
} as const satisfies Shape

export type PayLinkItem = Item<typeof FIELDS>
