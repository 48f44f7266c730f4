import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { WEBHOOK_FIELDS } from '@satchel/extension-sdk/webhook-fields'

/** A withdraw link. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 128, doc: 'What the receiving wallet shows.' },
  min_withdrawable: { type: 'sat', min: 1, doc: 'The least that one use pays out, satoshis.' },
  max_withdrawable: { type: 'sat', min: 1, doc: 'The most that one use pays out, satoshis.' },
  uses: { type: 'int', min: 1, max: 250, doc: 'How often it can be used. Never less than `used`.' },
  wait_time: {
    type: 'int',
    min: 0,
    max: 31_536_000,
    as: 'seconds',
    doc: 'Seconds that have to pass between two uses.',
    default: 1,
  },
  is_unique: {
    type: 'bool',
    doc: 'A separate voucher for every use, in place of one link for all.',
    default: false,
    fixed: true,
  },
  enabled: { type: 'bool', doc: 'False: nothing can be withdrawn now.', default: true },
  ...WEBHOOK_FIELDS,
  custom_url: { type: 'url', doc: 'A picture (https) for printed vouchers.', optional: true },
  used: { type: 'int', doc: 'Uses that are paid or in flight.', by: 'server', default: 0 },
  open_time: { type: 'int', doc: 'When it was last used: Unix seconds, 0 = never.', by: 'server', default: 0 },
  hash: {
    type: 'text',
    max: 64,
    doc: 'Names it in its public addresses.',
    by: 'server',
    optional: true,
    unique: 'instance',
  },
  lnurl: {
    type: 'text',
    max: 2000,
    doc: 'The link as LNURL: everyone who has it can withdraw. Vouchers have one each, in the CSV.',
    by: 'server',
    optional: true,
  },
  codes: {
    type: 'list',
    of: { scalar: 'text', max: 64 },
    maxItems: 250,
    doc: 'Codes of the unused vouchers: each is worth its money.',
    by: 'server',
    default: [],
    show: 'admin',
    atRest: 'sealed',
  },
} as const satisfies Shape

export const TABLES = {
  /** What the `k1` of an item are signed with. */
  secrets: {
    item: { type: 'text', max: 64, doc: 'The link.', unique: 'instance' },
    secret: { type: 'text', max: 64, doc: 'Random.', atRest: 'sealed' },
  },
  /** One row for every use. A `k1` and a code can stand in one row only, so neither is ever paid twice. */
  claims: {
    item: { type: 'text', max: 64, doc: 'The link.', index: true },
    k1: { type: 'text', max: 64, doc: 'Consumed for good.', unique: 'instance' },
    code: { type: 'text', max: 64, doc: 'Consumed unless the payout failed.', optional: true, unique: 'instance' },
    state: { type: 'text', max: 10, oneOf: ['reserved', 'paid', 'failed'], doc: 'How it stands.' },
    at: { type: 'int', doc: 'When: Unix seconds.' },
    open_time_before: { type: 'int', doc: 'Of the link, before this use.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type WithdrawItem = Item<typeof FIELDS>
export type WithdrawCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { lnurlWithdrawRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
