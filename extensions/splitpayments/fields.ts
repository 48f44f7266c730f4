import type { Ctx } from '@satchel/extension-sdk/context'
import { PAYOUT_JOB, PAYOUT_TOTALS } from '@satchel/extension-sdk/payouts/payout-shapes'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

export const FIELDS = {
  target: {
    type: 'target',
    doc: 'Who gets the share: the id of another wallet of yours, a Lightning address or an LNURL.',
  },
  leads_to: {
    type: 'walletRef',
    doc: 'The wallet of yours that `target` led to when it was saved, if it is one.',
    by: 'server',
    optional: true,
    show: 'admin',
  },
  alias: { type: 'text', max: 64, doc: 'A name for the target.', optional: true },
  percent: {
    type: 'percent',
    min: 0.01,
    max: 100,
    doc: 'The share of every payment that arrives: 0.01 to 100 percent, at most two decimals.',
  },
  enabled: { type: 'bool', doc: 'False: nothing is forwarded, and the share counts no more.', default: true },
  basis_points: {
    type: 'int',
    doc: 'The share in hundredths of a percent, as it is reckoned with.',
    by: 'server',
    default: 0,
  },
  ...PAYOUT_TOTALS,
} as const satisfies Shape

export const TABLES = {
  jobs: PAYOUT_JOB,
  /** Shares as they were: what was paid before a change is split as it was then. */
  shares: {
    item: { type: 'text', max: 64, doc: 'The item.', index: true },
    basis_points: { type: 'int', doc: 'What the share was; 0 = none.' },
    until: { type: 'int', doc: 'When it was changed: Unix seconds.' },
  },
} as const satisfies Record<string, Shape>

export type SplitCtx = Ctx<typeof FIELDS, typeof TABLES>
export type Split = Item<typeof FIELDS>
export type SplitDraft = Row<typeof FIELDS>
