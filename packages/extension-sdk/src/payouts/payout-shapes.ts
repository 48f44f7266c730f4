import type { Item, Shape } from '../shape.ts'

/** One payout of a received payment: a row of the table `jobs`. */
export const PAYOUT_JOB = {
  item: { type: 'text', max: 64, doc: 'The item it belongs to.', index: true },
  payment_hash: { type: 'text', max: 64, doc: 'The payment it comes from.' },
  part: { type: 'int', min: 0, doc: 'Counts the payouts of one payment.', default: 0 },
  sats: { type: 'sat', doc: 'The amount to forward, routing fees included, in satoshis.' },
  state: {
    type: 'text',
    max: 10,
    oneOf: ['sending', 'sent', 'waiting', 'held', 'merged'],
    doc: 'The state of the job.',
  },
  tries: { type: 'int', min: 0, doc: 'How often it has failed.', default: 0 },
  error: { type: 'text', as: 'reason', max: 500, doc: 'Why the last try failed.', optional: true },
  next_at: { type: 'int', doc: 'When it is retried: Unix seconds.', optional: true },
  /** The item's id while the job is waiting or held: an index. Older versions pay again what has it, so no job in flight has. */
  open: { type: 'text', max: 64, doc: 'The item, while it waits or is held.', optional: true, index: true },
  /** Set in flight, if `held_total` counts the job. Jobs that a version before 0.17 has sent are not counted. */
  counted: { type: 'bool', doc: 'It is in flight, and part of `held_total`.', optional: true },
  retry: { type: 'text', max: 8, doc: 'Set while it is retried.', optional: true, index: true },
  done_on: { type: 'date', doc: 'The day on which it finished.', optional: true, index: true },
} as const satisfies Shape

export type PayoutJob = Item<typeof PAYOUT_JOB>

/** Fields of an item whose payouts are jobs. Spread them into `resource`. */
export const PAYOUT_TOTALS = {
  forwarded_total: { type: 'sat', doc: 'What has arrived at the target, in satoshis.', by: 'server', default: 0 },
  held_total: {
    type: 'sat',
    doc: 'What is still to be forwarded, in satoshis: being sent, waiting for the next try, or held.',
    by: 'server',
    default: 0,
  },
  open_jobs: { type: 'int', doc: 'How many payouts that is.', by: 'server', default: 0 },
  last_error: {
    type: 'text',
    as: 'reason',
    max: 500,
    doc: 'Why the last payout failed.',
    by: 'server',
    optional: true,
  },
} as const satisfies Shape
