import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { WEBHOOK_FIELDS } from '@satchel/extension-sdk/webhook-fields'

/** A withdraw link. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 128, doc: 'Title that the receiving wallet shows.' },
  min_withdrawable: { type: 'sat', min: 1, doc: 'Smallest amount per use, satoshis.' },
  max_withdrawable: { type: 'sat', min: 1, doc: 'Largest amount per use, satoshis.' },
  uses: { type: 'int', min: 1, max: 250, doc: 'Maximum number of uses; at least `used`.' },
  wait_time: {
    type: 'int',
    min: 0,
    max: 31_536_000,
    as: 'seconds',
    doc: 'Minimum time between two uses, seconds.',
    default: 1,
  },
  is_unique: {
    type: 'bool',
    doc: 'True: a separate voucher for each use, instead of one link for all.',
    default: false,
    fixed: true,
  },
  enabled: { type: 'bool', doc: 'False: withdrawals are rejected.', default: true },
  ...WEBHOOK_FIELDS,
  custom_url: { type: 'url', doc: 'URL (https) of a picture for printed vouchers.', optional: true },
  used: { type: 'int', doc: 'Number of uses paid or in flight.', by: 'server', default: 0 },
  open_time: { type: 'int', doc: 'Time of the last use, Unix seconds; 0 = never.', by: 'server', default: 0 },
  hash: {
    type: 'text',
    max: 64,
    doc: 'Id of the link in its public URLs.',
    by: 'server',
    optional: true,
    unique: 'instance',
  },
  lnurl: {
    type: 'text',
    max: 2000,
    doc: 'The link as LNURL: anyone who has it can withdraw. Each voucher has its own, in the CSV.',
    by: 'server',
    optional: true,
  },
  codes: {
    type: 'list',
    of: { scalar: 'text', max: 64 },
    maxItems: 250,
    doc: 'Codes of the unused vouchers: each can be withdrawn by anyone who has it.',
    by: 'server',
    default: [],
    show: 'admin',
    atRest: 'sealed',
  },
} as const satisfies Shape

export const TABLES = {
  /** The key that signs the `k1` of an item. */
  secrets: {
    item: { type: 'text', max: 64, doc: 'Id of the link.', unique: 'instance' },
    secret: { type: 'text', max: 64, doc: 'Random part of the code.', atRest: 'sealed' },
  },
  /** One row for every use. A `k1` and a code can stand in one row only, so neither is ever paid twice. */
  claims: {
    item: { type: 'text', max: 64, doc: 'Id of the link.', index: true },
    k1: { type: 'text', max: 64, doc: 'Secret of the offer; used once.', unique: 'instance' },
    code: {
      type: 'text',
      max: 64,
      doc: 'Code of the voucher; usable again only if the payout failed.',
      optional: true,
      unique: 'instance',
    },
    state: { type: 'text', max: 10, oneOf: ['reserved', 'paid', 'failed'], doc: 'State of the use.' },
    at: { type: 'int', doc: 'Time of the use, Unix seconds.' },
    open_time_before: { type: 'int', doc: 'Time of the last use of the link before this one.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type WithdrawItem = Item<typeof FIELDS>
export type WithdrawCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { lnurlWithdrawRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
