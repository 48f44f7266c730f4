import type { Ctx } from '@satchel/extension-sdk/context'
import { PAYOUT_JOB, PAYOUT_TOTALS } from '@satchel/extension-sdk/payouts/payout-shapes'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

export const FIELDS = {
  description: { type: 'text', max: 128, doc: 'What it is for.' },
  payoraddress: {
    type: 'target',
    doc: 'Where everything goes: a Lightning address, an LNURL, or the id of another wallet of yours.',
  },
  min_forward: {
    type: 'sat',
    min: 1,
    doc: 'Less than this is held until there is more, in satoshis.',
    default: 1,
  },
  keep_balance: { type: 'sat', doc: 'What always stays in the wallet, in satoshis.', default: 0 },
  enabled: { type: 'bool', doc: 'False: what arrives stays.', default: true },
  ...PAYOUT_TOTALS,
  last_forward_at: {
    type: 'text',
    max: 30,
    doc: 'When something last arrived there: ISO 8601.',
    by: 'server',
    optional: true,
  },
  target_min: {
    type: 'sat',
    doc: 'The least that the target accepts in one payment, in satoshis.',
    by: 'server',
    default: 1,
  },
  target_max: {
    type: 'sat',
    doc: 'The most that the target accepts in one payment, in satoshis.',
    by: 'server',
    optional: true,
  },
} as const satisfies Shape

export const TABLES = { jobs: PAYOUT_JOB } as const satisfies Record<string, Shape>

export type ScrubCtx = Ctx<typeof FIELDS, typeof TABLES>
export type Scrub = Item<typeof FIELDS>
export type ScrubDraft = Row<typeof FIELDS>
