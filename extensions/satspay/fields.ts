import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { WEBHOOK_FIELDS } from '@satchel/extension-sdk/webhook-fields'

/** A charge. */
export const FIELDS = {
  name: { type: 'text', max: 64, doc: 'Whose charge it is, as the payer reads it: a shop’s name.', optional: true },
  description: { type: 'text', as: 'line', min: 1, max: 500, doc: 'What is paid for; also in the invoice.' },
  amount: { type: 'money', doc: 'How much, in `currency`.' },
  currency: { type: 'currency', doc: '`sat`, or a currency of `GET /api/v1/currencies`.', default: 'sat' },
  time: { type: 'int', min: 1, max: 43_200, as: 'minutes', doc: 'How long it can be paid: minutes.', default: 60 },
  lightning: { type: 'bool', doc: 'Payable over Lightning.', default: true },
  onchain: {
    type: 'text',
    as: 'watchonly',
    min: 1,
    max: 64,
    doc: 'A watch-only wallet of yours (`watchonly`): the charge is payable on-chain as well, at its own address.',
    optional: true,
  },
  zeroconf: { type: 'bool', doc: 'On-chain: paid as soon as it is seen, and not only in a block.', default: false },
  webhook_url: WEBHOOK_FIELDS.webhook_url,
  completelink: { type: 'url', doc: 'Where the payer is led once it is paid (https).', optional: true },
  completelink_text: { type: 'text', min: 1, max: 64, doc: 'What that link says.', default: 'Back to merchant' },
  extra: { type: 'json', maxBytes: 4096, doc: 'Any JSON of yours; comes back with the webhook.', optional: true },
  amount_sat: {
    type: 'sat',
    doc: 'What `amount` was worth when the charge was made, satoshis.',
    by: 'server',
    default: 0,
  },
  payment_request: { type: 'text', max: 4000, doc: 'The invoice.', by: 'server', optional: true },
  payment_hash: { type: 'text', max: 64, doc: 'Of that invoice.', by: 'server', optional: true },
  onchain_address: { type: 'text', max: 100, doc: 'Its own address.', by: 'server', optional: true },
  onchain_network: { type: 'text', max: 10, doc: 'Of that address.', by: 'server', optional: true },
  balance: { type: 'sat', doc: 'What has arrived, satoshis.', by: 'server', default: 0 },
  onchain_sat: { type: 'sat', doc: 'What of it came on-chain, satoshis.', by: 'server', default: 0 },
  pending: { type: 'sat', doc: 'What was seen on-chain and does not count yet, satoshis.', by: 'server', default: 0 },
  paid: { type: 'bool', doc: 'All of it has arrived.', by: 'server', default: false },
  overpaid: { type: 'bool', doc: 'More than that has arrived.', by: 'server', default: false },
  late: { type: 'bool', doc: 'Something arrived after `expires_at`.', by: 'server', default: false },
  expires_at: { type: 'text', max: 30, doc: 'Until when it can be paid: ISO 8601.', by: 'server', optional: true },
  status: {
    type: 'text',
    max: 10,
    oneOf: ['open', 'partial', 'paid', 'expired'],
    doc: '`open`, `partial` (less than all has arrived), `paid` or `expired`.',
    by: 'server',
    default: 'open',
    index: true,
  },
} as const satisfies Shape

export type Charge = Item<typeof FIELDS>
export type SatspayCtx = Ctx<typeof FIELDS, Record<string, never>>
