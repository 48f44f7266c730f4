import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { WEBHOOK_FIELDS } from '@satchel/extension-sdk/webhook-fields'

/** A charge. */
export const FIELDS = {
  name: { type: 'text', max: 64, doc: 'Name of the payee that the payer sees, such as a shop name.', optional: true },
  description: { type: 'text', as: 'line', min: 1, max: 500, doc: 'Description; also in the invoice.' },
  amount: { type: 'money', doc: 'Amount, in `currency`.' },
  currency: { type: 'currency', doc: 'Currency: `sat` or a code of `GET /api/v1/currencies`.', default: 'sat' },
  time: { type: 'int', min: 1, max: 43_200, as: 'minutes', doc: 'Minutes until the charge expires.', default: 60 },
  lightning: { type: 'bool', doc: 'True: payable over Lightning.', default: true },
  onchain: {
    type: 'text',
    as: 'watchonly',
    min: 1,
    max: 64,
    doc: 'Id of a watch-only wallet of yours (`watchonly`): the charge is also payable on-chain, to its own address.',
    optional: true,
  },
  zeroconf: { type: 'bool', doc: 'True: an on-chain payment counts without a confirmation.', default: false },
  webhook_url: WEBHOOK_FIELDS.webhook_url,
  completelink: { type: 'url', doc: 'URL (https) that the payer is redirected to after payment.', optional: true },
  completelink_text: { type: 'text', min: 1, max: 64, doc: 'Label of that link.', default: 'Back to merchant' },
  extra: { type: 'json', maxBytes: 4096, doc: 'JSON of yours, returned with the webhook.', optional: true },
  amount_sat: {
    type: 'sat',
    doc: 'Amount in satoshis, at the rate when the charge was created.',
    by: 'server',
    default: 0,
  },
  payment_request: { type: 'text', max: 4000, doc: 'Invoice to pay (BOLT 11).', by: 'server', optional: true },
  payment_hash: { type: 'text', max: 64, doc: 'Payment hash of the invoice.', by: 'server', optional: true },
  onchain_address: { type: 'text', max: 100, doc: 'On-chain address of the charge.', by: 'server', optional: true },
  onchain_network: { type: 'text', max: 10, doc: 'Network of that address.', by: 'server', optional: true },
  balance: { type: 'sat', doc: 'Amount received, satoshis.', by: 'server', default: 0 },
  onchain_sat: { type: 'sat', doc: 'On-chain part of the amount received, satoshis.', by: 'server', default: 0 },
  pending: { type: 'sat', doc: 'Unconfirmed on-chain amount, not counted yet, satoshis.', by: 'server', default: 0 },
  paid: { type: 'bool', doc: 'True: fully paid.', by: 'server', default: false },
  overpaid: { type: 'bool', doc: 'True: more than the amount was received.', by: 'server', default: false },
  late: { type: 'bool', doc: 'True: a payment arrived after `expires_at`.', by: 'server', default: false },
  expires_at: { type: 'text', max: 30, doc: 'When the charge expires, ISO 8601.', by: 'server', optional: true },
  status: {
    type: 'text',
    max: 10,
    oneOf: ['open', 'partial', 'paid', 'expired'],
    doc: '`open`, `partial` (a part was received), `paid` or `expired`.',
    by: 'server',
    default: 'open',
    index: true,
  },
} as const satisfies Shape

export type Charge = Item<typeof FIELDS>
export type SatspayCtx = Ctx<typeof FIELDS, Record<string, never>>
