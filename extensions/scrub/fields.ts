import type { Ctx } from '@satchel/extension-sdk/context'
import { PAYOUT_JOB, PAYOUT_TOTALS } from '@satchel/extension-sdk/payouts/payout-shapes'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

export const FIELDS = {
  description: { type: 'text', max: 128, doc: 'Description of the rule.' },
  payoraddress: {
    type: 'target',
    doc: 'Target: a Lightning address, an LNURL, or the id of another wallet of yours.',
  },
  min_forward: {
    type: 'sat',
    min: 1,
    doc: 'Minimum amount that is forwarded, satoshis; less is collected.',
    default: 1,
  },
  keep_balance: { type: 'sat', doc: 'Amount that stays in the wallet, satoshis.', default: 0 },
  enabled: { type: 'bool', doc: 'False: nothing is forwarded.', default: true },
  ...PAYOUT_TOTALS,
  last_forward_at: {
    type: 'text',
    max: 30,
    doc: 'Time of the last forwarded payment, ISO 8601.',
    by: 'server',
    optional: true,
  },
  target_min: {
    type: 'sat',
    doc: 'Smallest payment that the target accepts, satoshis.',
    by: 'server',
    default: 1,
  },
  target_max: {
    type: 'sat',
    doc: 'Largest payment that the target accepts, satoshis.',
    by: 'server',
    optional: true,
  },
} as const satisfies Shape

export const TABLES = { jobs: PAYOUT_JOB } as const satisfies Record<string, Shape>

export type ScrubCtx = Ctx<typeof FIELDS, typeof TABLES>
export type Scrub = Item<typeof FIELDS>
export type ScrubDraft = Row<typeof FIELDS>
