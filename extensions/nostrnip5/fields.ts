import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
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
    doc: 'Domain after the @, without a port; it must resolve to this service.',
    show: 'public',
  },
  currency: { type: 'currency', default: 'sat', doc: '`sat` or a code of `GET /api/v1/currencies`.', show: 'public' },
  cost: { type: 'money', doc: 'Price of a name per year, in `currency`; at least 1 satoshi.', show: 'public' },
  max_years: {
    type: 'int',
    min: 1,
    max: 10,
    default: 1,
    doc: 'Maximum years per order.',
    show: 'public',
  },
  char_count_cost: {
    type: 'list',
    maxItems: 64,
    optional: true,
    of: {
      max_length: { type: 'int', min: 1, max: 64, doc: 'Maximum length of names with this price, characters.' },
      amount: { type: 'money', doc: 'Price per year, in `currency`.' },
    },
    doc: 'Prices of short names: the entry with the smallest `max_length` that fits applies.',
    show: 'public',
  },
  promotions: {
    type: 'list',
    maxItems: 100,
    optional: true,
    of: {
      code: { type: 'text', min: 1, max: 64, doc: 'Promotion code; not case-sensitive.' },
      buyer_discount_percent: { type: 'percent', default: 0, doc: 'Discount, percent.' },
      referer_bonus_percent: { type: 'percent', default: 0, doc: 'Bonus of `selected_referer`, percent of payment.' },
      selected_referer: {
        type: 'target',
        optional: true,
        doc: 'Recipient of the bonus: id of a wallet of yours, a Lightning address or an LNURL.',
      },
    },
    doc: 'Promotion codes.',
    show: 'admin',
  },
  reserved_names: {
    type: 'list',
    maxItems: 1000,
    optional: true,
    of: { scalar: 'text', max: 64 },
    doc: 'Names that are not sold. `_`, the domain itself, is never sold.',
  },
  grace_days: {
    type: 'int',
    min: 0,
    max: 365,
    default: 30,
    doc: 'Days after expiry in which a name still works and can be renewed.',
    show: 'public',
  },
  address_count: { type: 'int', by: 'server', default: 0, doc: 'Number of active addresses.' },
  earned: { type: 'sat', by: 'server', default: 0, doc: 'Total received, satoshis.' },
} as const satisfies Shape

const RELAYS = { scalar: 'text', max: 300, pattern: '^wss?://[!-~]+$' } as const

/** Names, from the request for an invoice on; unpaid ones are deleted after a day. */
export const ADDRESSES = {
  item: { type: 'text', max: 64, index: true, doc: 'Id of the domain.' },
  /** Set only while it is active: two active ones of one name cannot exist. */
  holds: {
    type: 'text',
    max: 200,
    optional: true,
    unique: 'instance',
    taken: 'body.local_part: is taken.',
    doc: 'Name of the address.',
  },
  /** Set once it was paid or given away: the domain, for the list of its owner. */
  listed: { type: 'text', max: 64, optional: true, index: true, doc: 'Id of the domain.' },
  local_part: { type: 'text', max: 64, doc: 'Name before the @.' },
  pubkey: { type: 'text', max: 64, doc: 'Nostr public key, hex.' },
  relays: { type: 'list', of: RELAYS, maxItems: 10, default: [], doc: 'Relays of the key.' },
  active: { type: 'bool', default: false, doc: 'True: the name resolves to the key.' },
  expires_at: { type: 'int', default: 0, doc: 'When the name expires, Unix seconds.' },
  reimburse_sats: { type: 'sat', default: 0, doc: 'Amount paid without getting a name, satoshis; to be refunded.' },
  secret: { type: 'text', max: 64, atRest: 'hashed', doc: 'Secret with which the buyer changes the address.' },
} as const satisfies Shape

/** Names revoked in their term. They have no `item`: they outlive the domain. */
export const KEPT = {
  name: { type: 'text', max: 320, unique: 'instance', taken: 'The name is taken.', doc: '`name@domain`.' },
  until: { type: 'int', doc: 'Until when the name is not for sale, Unix seconds.' },
} as const satisfies Shape

/** Fields of a new address, and those that can be changed later. */
export const POINTS_TO = {
  pubkey: {
    type: 'text',
    as: 'code',
    max: 64,
    pattern: '^([0-9a-f]{64}|npub1[02-9ac-hj-np-z]{58})$',
    lowerCase: true,
    doc: 'Nostr public key: 64 hex digits, or `npub1…`.',
  },
  relays: { type: 'list', of: RELAYS, maxItems: 10, optional: true, doc: 'Up to 10 relays of the key.' },
} as const satisfies Shape

export const LOCAL_PART = {
  type: 'text',
  as: 'code',
  max: 64,
  pattern: '^[a-z0-9._-]{1,64}$',
  lowerCase: true,
  doc: 'Name before the @: letters a to z, digits, dots, hyphens and underscores.',
} as const

export const YEARS = { type: 'int', min: 1, max: 10, default: 1, doc: 'Number of years.' } as const

export const ADDRESS_REPLY = {
  id: { type: 'text', max: 64, doc: 'Id of the address.' },
  local_part: LOCAL_PART,
  pubkey: { type: 'text', max: 64, doc: 'Nostr public key, hex.' },
  relays: { type: 'list', of: RELAYS, maxItems: 10, doc: 'Relays of the key.' },
  active: { type: 'bool', doc: 'True: the name resolves to the key.' },
  expires_at: { type: 'text', max: 30, doc: 'When the name expires, ISO 8601.' },
} as const satisfies Shape

export type Domain = Item<typeof FIELDS>
export type DomainRow = Row<typeof FIELDS>
export type Address = Item<typeof ADDRESSES>
export type DomainCtx = Ctx<typeof FIELDS, { readonly addresses: typeof ADDRESSES; readonly kept: typeof KEPT }>
export const { route, routes, listRoute } = routeBuilders<
  typeof FIELDS,
  { readonly addresses: typeof ADDRESSES; readonly kept: typeof KEPT }
>()
