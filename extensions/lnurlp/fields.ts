import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { WEBHOOK_FIELDS } from '@satchel/extension-sdk/webhook-fields'

/** The fields of a pay link. */
export const FIELDS = {
  description: { type: 'text', as: 'line', min: 1, max: 500, doc: 'Description that payers see.', show: 'public' },
  min: { type: 'money', doc: 'Smallest payment, in `currency`; worth at least 1 satoshi.', show: 'public' },
  max: { type: 'money', doc: 'Largest payment, in `currency`; at least `min`.', show: 'public' },
  currency: { type: 'currency', doc: '`sat` or a code of `GET /api/v1/currencies`.', default: 'sat', show: 'public' },
  comment_chars: {
    type: 'int',
    min: 0,
    max: 799,
    default: 0,
    doc: 'Maximum length of a comment of the payer, characters; 0 = no comments.',
    show: 'public',
  },
  username: {
    type: 'text',
    as: 'code',
    max: 64,
    pattern: '^[a-z0-9._-]{1,64}$',
    lowerCase: true,
    optional: true,
    doc: 'Name before the @ of the Lightning address: letters a to z, digits, dots, hyphens and underscores. Never given to another account on the same domain, not even after deletion.',
  },
  domain: {
    type: 'text',
    as: 'code',
    max: 253,
    optional: true,
    doc: 'Domain after the @: a host of this service (`SERVICE_DOMAINS`); default the host of its public URL.',
  },
  zaps: { type: 'bool', default: false, doc: 'True: accepts Nostr zaps (NIP-57) and publishes their receipts.' },
  disposable: { type: 'bool', default: false, doc: 'True: wallets are asked not to store the link (LUD-11).' },
  ...WEBHOOK_FIELDS,
  success_text: { type: 'text', min: 1, max: 144, optional: true, doc: 'Message that payers see after payment.' },
  success_url: { type: 'url', optional: true, doc: 'URL (https) that payers see after payment.' },
  lnurl: { type: 'text', max: 3300, by: 'server', optional: true, doc: 'The link as LNURL (LUD-01).', show: 'public' },
  lightning_address: {
    type: 'text',
    max: 400,
    by: 'server',
    optional: true,
    doc: 'Lightning address, if the link has a `username`.',
    show: 'public',
  },
  own_zap_key: {
    type: 'bool',
    by: 'server',
    optional: true,
    doc: 'True: zap receipts are signed with a key of this link. False for links from before 0.4, until `zaps` is switched on again.',
  },
  served_params: {
    type: 'int',
    by: 'server',
    default: 0,
    doc: 'Number of requests for its parameters; updated within seconds.',
  },
  served_invoices: { type: 'int', by: 'server', default: 0, doc: 'Invoices created; updated within seconds.' },
} as const satisfies Shape

/** Names of Lightning addresses. They outlive their links, so that payments to a name never go to another account. */
export const NAMES = {
  name: {
    type: 'text',
    max: 400,
    doc: '`name@domain`; without a domain, that of the public URL.',
    unique: 'instance',
    taken: 'body.username: already taken on this domain.',
  },
  link: { type: 'text', max: 64, doc: 'Id of the link with the name; none = free for its account.', optional: true },
} as const satisfies Shape

export type PayLinkItem = Item<typeof FIELDS>
