import type { Ctx } from '@satchel/extension-sdk/context'
import { PAYOUT_JOB, PAYOUT_TOTALS } from '@satchel/extension-sdk/payouts/payout-shapes'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

export const FIELDS = {
  target: {
    type: 'target',
    doc: 'Recipient of the share: the id of another wallet of yours, a Lightning address or an LNURL.',
  },
  leads_to: {
    type: 'walletRef',
    doc: 'Wallet of yours that `target` resolved to when it was saved, if any.',
    by: 'server',
    optional: true,
    show: 'admin',
  },
  alias: { type: 'text', max: 64, doc: 'Name of the target.', optional: true },
  percent: {
    type: 'percent',
    min: 0.01,
    max: 100,
    doc: 'Share of each received payment: 0.01 to 100 percent, at most two decimals.',
  },
  enabled: { type: 'bool', doc: 'False: nothing is forwarded, and the share does not count.', default: true },
  basis_points: {
    type: 'int',
    doc: 'The share in hundredths of a percent.',
    by: 'server',
    default: 0,
  },
  ...PAYOUT_TOTALS,
} as const satisfies Shape

export const TABLES = {
  jobs: PAYOUT_JOB,
  /** Earlier shares: a payment from before a change is split by the earlier ones. */
  shares: {
    item: { type: 'text', max: 64, doc: 'Id of the item.', index: true },
    basis_points: { type: 'int', doc: 'The share before the change; 0 = none.' },
    until: { type: 'int', doc: 'Time of the change, Unix seconds.' },
  },
} as const satisfies Record<string, Shape>

export type SplitCtx = Ctx<typeof FIELDS, typeof TABLES>
export type Split = Item<typeof FIELDS>
export type SplitDraft = Row<typeof FIELDS>
