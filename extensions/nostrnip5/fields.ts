import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

const HOST_NAME =
  '^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$'

/** The fields of a domain whose names are sold. */
export const FIELDS = {
  domain: {
    type: 'text',
    as: 'code',
    max: 253,
    pattern: HOST_NAME,
    lowerCase: true,
    unique: 'instance',
    taken: 'body.domain: is sold here already.',
    doc: 'The host behind the @, without a port; it must lead to this service.',
    show: 'public',
  },
  currency: { type: 'currency', default: 'sat', doc: '`sat`, or a code of `GET /api/v1/currencies`.', show: 'public' },
  cost: { type: 'money', doc: 'What a name costs a year, in `currency`; at least 1 satoshi is asked.', show: 'public' },
  max_years: {
    type: 'int',
    min: 1,
    max: 10,
    default: 1,
    doc: 'Years that can be bought in one order.',
    show: 'public',
  },
  char_count_cost: {
    type: 'list',
    maxItems: 64,
    optional: true,
    of: {
      max_length: { type: 'int', min: 1, max: 64, doc: 'For names of at most so many characters.' },
      amount: { type: 'money', doc: 'A year, in `currency`.' },
    },
    doc: 'Other prices for short names: the one with the smallest `max_length` that fits counts.',
    show: 'public',
  },
  promotions: {
    type: 'list',
    maxItems: 100,
    optional: true,
    of: {
      code: { type: 'text', min: 1, max: 64, doc: 'What buyers type; the case of its letters does not matter.' },
      buyer_discount_percent: { type: 'percent', default: 0, doc: 'Taken off the price.' },
      referer_bonus_percent: { type: 'percent', default: 0, doc: 'Of what was paid, for `selected_referer`.' },
      selected_referer: {
        type: 'target',
        optional: true,
        doc: 'Who gets the bonus: an own wallet id, a Lightning address or an LNURL.',
      },
    },
    doc: 'Codes for buyers.',
    show: 'admin',
  },
  reserved_names: {
    type: 'list',
    maxItems: 1000,
    optional: true,
    of: { scalar: 'text', max: 64 },
    doc: 'Names that are not sold; `_`, which stands for the domain itself, never is.',
  },
  grace_days: {
    type: 'int',
    min: 0,
    max: 365,
    default: 30,
    doc: 'Days after its end in which a name still works and can be renewed.',
    show: 'public',
  },
  address_count: { type: 'int', by: 'server', default: 0, doc: 'Active addresses.' },
  earned: { type: 'sat', by: 'server', default: 0, doc: 'What names have brought, in satoshis.' },
} as const satisfies Shape

const RELAYS = { scalar: 'text', max: 300, pattern: '^wss?://[!-~]+$' } as const

/** Names, from the moment a buyer asks for an invoice; unpaid ones are deleted after a day. */
export const ADDRESSES = {
  item: { type: 'text', max: 64, index: true, doc: 'The domain.' },
  /** Only while it is active: two active ones of one name cannot be. */
  holds: {
    type: 'text',
    max: 200,
    optional: true,
    unique: 'instance',
    taken: 'body.local_part: is taken.',
    doc: 'The name it holds.',
  },
  /** Once it was paid or given: the domain, for its owner’s list. */
  listed: { type: 'text', max: 64, optional: true, index: true, doc: 'The domain.' },
  local_part: { type: 'text', max: 64, doc: 'The name before the @.' },
  pubkey: { type: 'text', max: 64, doc: 'The Nostr key, in hex.' },
  relays: { type: 'list', of: RELAYS, maxItems: 10, default: [], doc: 'Where the key is found.' },
  active: { type: 'bool', default: false, doc: 'The name leads to the key.' },
  expires_at: { type: 'int', default: 0, doc: 'Until when it was paid: Unix seconds.' },
  reimburse_sats: { type: 'sat', default: 0, doc: 'Paid for nothing: the owner owes it.' },
  secret: { type: 'text', max: 64, atRest: 'hashed', doc: 'Lets the buyer change it.' },
} as const satisfies Shape

/** Names that were taken back while they ran. They have no `item`: they outlive the domain's. */
export const KEPT = {
  name: { type: 'text', max: 320, unique: 'instance', taken: 'The name is taken.', doc: '`name@domain`.' },
  until: { type: 'int', doc: 'Until when it is not for sale: Unix seconds.' },
} as const satisfies Shape

/** What is asked for an address, and what may be changed later. */
export const POINTS_TO = {
  pubkey: {
    type: 'text',
    as: 'code',
    max: 64,
    pattern: '^([0-9a-f]{64}|npub1[02-9ac-hj-np-z]{58})$',
    lowerCase: true,
    doc: 'The Nostr key: 64 hex digits, or npub1….',
  },
  relays: { type: 'list', of: RELAYS, maxItems: 10, optional: true, doc: 'Up to 10 relays: where the key is found.' },
} as const satisfies Shape

export const LOCAL_PART = {
  type: 'text',
  as: 'code',
  max: 64,
  pattern: '^[a-z0-9._-]{1,64}$',
  lowerCase: true,
  doc: 'The name before the @: letters from a to z, digits, dots, hyphens and underscores.',
} as const

export const YEARS = { type: 'int', min: 1, max: 10, default: 1, doc: 'For how many years.' } as const

export const ADDRESS_REPLY = {
  id: { type: 'text', max: 64, doc: 'Identifies it.' },
  local_part: LOCAL_PART,
  pubkey: { type: 'text', max: 64, doc: 'The Nostr key, in hex.' },
  relays: { type: 'list', of: RELAYS, maxItems: 10, doc: 'Where the key is found.' },
  active: { type: 'bool', doc: 'The name leads to the key.' },
  expires_at: { type: 'text', max: 30, doc: 'Until when it was paid: ISO 8601.' },
} as const satisfies Shape

export type Domain = Item<typeof FIELDS>
export type DomainRow = Row<typeof FIELDS>
export type Address = Item<typeof ADDRESSES>
export type DomainCtx = Ctx<typeof FIELDS, { readonly addresses: typeof ADDRESSES; readonly kept: typeof KEPT }>
export const { route, routes, listRoute } = routeBuilders<
  typeof FIELDS,
  { readonly addresses: typeof ADDRESSES; readonly kept: typeof KEPT }
>()
