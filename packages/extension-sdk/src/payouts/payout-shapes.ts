import type { Item, Shape } from '../shape.ts'

/** One payout of a received payment: a row of the table `jobs`. */
export const PAYOUT_JOB = {
  item: { type: 'text', max: 64, doc: 'Id of the item.', index: true },
  payment_hash: { type: 'text', max: 64, doc: 'Hash of the payment that it forwards.' },
  part: { type: 'int', min: 0, doc: 'Number of the payout within one payment.', default: 0 },
  sats: { type: 'sat', doc: 'Amount to forward, satoshis with routing fees.' },
  state: {
    type: 'text',
    max: 10,
    oneOf: ['sending', 'sent', 'waiting', 'held', 'merged'],
    doc: 'State of the job.',
  },
  tries: { type: 'int', min: 0, doc: 'Number of failures.', default: 0 },
  error: { type: 'text', as: 'reason', max: 500, doc: 'Reason of the last failure.', optional: true },
  next_at: { type: 'int', doc: 'Time of the next retry, Unix seconds.', optional: true },
  /** The item's id while the job is waiting or held: an index. Older versions pay again what has it, so no job in flight has. */
  open: { type: 'text', max: 64, doc: 'Id of the item, while the job waits or is held.', optional: true, index: true },
  /** Set in flight, if `held_total` counts the job. Jobs that a version before 0.17 has sent are not counted. */
  counted: { type: 'bool', doc: 'True: in flight, and counted in `held_total`.', optional: true },
  retry: { type: 'text', max: 8, doc: 'Set while a retry runs.', optional: true, index: true },
  done_on: { type: 'date', doc: 'Day on which the job ended.', optional: true, index: true },
} as const satisfies Shape

export type PayoutJob = Item<typeof PAYOUT_JOB>

/** Fields of an item whose payouts are jobs. Spread them into `resource`. */
export const PAYOUT_TOTALS = {
  forwarded_total: { type: 'sat', doc: 'Total sent to the target, satoshis.', by: 'server', default: 0 },
  held_total: {
    type: 'sat',
    doc: 'Amount still to be forwarded (in flight, waiting for a retry, or held), satoshis.',
    by: 'server',
    default: 0,
  },
  open_jobs: { type: 'int', doc: 'Number of payouts in that amount.', by: 'server', default: 0 },
  last_error: {
    type: 'text',
    as: 'reason',
    max: 500,
    doc: 'Reason why the last payout failed.',
    by: 'server',
    optional: true,
  },
} as const satisfies Shape
