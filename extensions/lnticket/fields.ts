import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { WEBHOOK_FIELDS } from '@satchel/extension-sdk/webhook-fields'

/** The pattern that browsers use; it also excludes everything that could inject a mail header. */
export const EMAIL = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$"

/** A contact form. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'Title of the form.', show: 'public' },
  description: { type: 'text', as: 'lines', max: 500, doc: 'Description for visitors.', show: 'public' },
  amount: {
    type: 'sat',
    min: 1,
    max: 10_000_000,
    doc: 'Price per word, or for the whole message, satoshis.',
    show: 'public',
  },
  flatrate: { type: 'bool', doc: 'True: `amount` is the price of the whole message.', default: false, show: 'public' },
  max_words: { type: 'int', min: 1, max: 5000, doc: 'Maximum message length, words.', default: 500, show: 'public' },
  webhook_url: WEBHOOK_FIELDS.webhook_url,
  notify_email: {
    type: 'text',
    as: 'email',
    max: 254,
    pattern: EMAIL,
    doc: 'Email address that gets paid messages: the verified address of the account.',
    optional: true,
  },
  amountmade: { type: 'sat', doc: 'Total received, satoshis.', by: 'server', default: 0 },
  ticket_count: { type: 'int', doc: 'Number of paid messages.', by: 'server', default: 0 },
  ...BRAND_FIELDS,
} as const satisfies Shape

const MESSAGE = {
  item: { type: 'text', max: 64, doc: 'Id of the form.', index: true },
  name: { type: 'text', max: 64, doc: 'Name of the sender.' },
  email: { type: 'text', max: 254, doc: 'Email address of the sender.', optional: true },
  ltext: { type: 'text', max: 5000, doc: 'Text of the message.' },
  sats: { type: 'sat', doc: 'Price, satoshis.' },
  payment_hash: { type: 'text', max: 64, doc: 'Payment hash of the invoice.', optional: true, unique: 'instance' },
} as const satisfies Shape

export const TABLES = {
  /** Unpaid messages: never shown, deleted after a day. `kept` finds them by age. */
  drafts: {
    ...MESSAGE,
    kept: { type: 'text', max: 10, oneOf: ['draft'], doc: 'Same for all, to list them by age.', index: true },
  },
  tickets: { ...MESSAGE, handled: { type: 'bool', doc: 'True: handled by the owner.' } },
} as const satisfies Readonly<Record<string, Shape>>

export type Form = Item<typeof FIELDS>
export type Ticket = Item<typeof TABLES.tickets>
export type LnticketCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()
