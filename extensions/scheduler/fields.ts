import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'Name of the job.' },
  cron: {
    type: 'text',
    as: 'schedule',
    min: 9,
    max: 100,
    doc: 'Schedule as five cron fields (minute hour day month weekday): `0 9 * * 1`.',
  },
  timezone: {
    type: 'text',
    as: 'timezone',
    max: 64,
    doc: 'IANA time zone of the schedule: `Europe/Rome`.',
    default: 'UTC',
  },
  status: {
    type: 'text',
    max: 10,
    oneOf: ['active', 'paused'],
    doc: '`active`: runs by its schedule. `paused`: does not.',
    default: 'paused',
    index: true,
  },
  action: {
    type: 'text',
    max: 10,
    oneOf: ['pay', 'invoice', 'http', 'report'],
    doc: '`pay` a target, create an `invoice`, call a URL (`http`), or email a `report`.',
  },
  target: {
    type: 'target',
    doc: 'pay: recipient, a Lightning address, an LNURL or another wallet of yours.',
    optional: true,
  },
  amount: { type: 'sat', min: 1, doc: 'pay, invoice: amount, satoshis.', optional: true },
  max_fee: {
    type: 'sat',
    doc: 'pay: maximum routing fee, satoshis; default the fee reserve of the service.',
    optional: true,
  },
  comment: { type: 'text', max: 200, doc: 'pay: comment for the payee, if it accepts comments.', optional: true },
  monthly_cap: {
    type: 'sat',
    min: 1,
    doc: 'pay: maximum per calendar month (UTC), satoshis with fees.',
    optional: true,
  },
  memo: { type: 'text', max: 200, doc: 'invoice: description.', optional: true },
  webhook_url: { type: 'url', doc: 'invoice: webhook URL, called on creation and on payment.', optional: true },
  method: {
    type: 'text',
    max: 10,
    oneOf: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    doc: 'http: method.',
    optional: true,
  },
  url: { type: 'url', doc: 'http: URL.', optional: true },
  headers: {
    type: 'json',
    maxBytes: 4096,
    doc: 'http: headers, an object of at most 20 texts.',
    optional: true,
    show: 'admin',
    atRest: 'sealed',
  },
  body: { type: 'text', as: 'lines', max: 8192, doc: 'http: body.', optional: true },
  email: {
    type: 'text',
    as: 'email',
    max: 254,
    pattern: '^[^\\s@\\u0000-\\u001f]+@[^\\s@\\u0000-\\u001f]+$',
    doc: 'Verified email address of the account. report: recipient; every action: recipient of the notice that the job was paused after failures.',
    optional: true,
    show: 'admin',
  },
  max_runs: { type: 'int', min: 1, doc: 'Number of runs after which the job is paused.', optional: true },
  ends_at: {
    type: 'text',
    max: 40,
    as: 'moment',
    doc: 'When the job ends, ISO 8601 with a zone (`2027-01-31T12:00:00Z`).',
    optional: true,
  },
  next_run_at: { type: 'text', max: 30, doc: 'Time of the next run, ISO 8601.', by: 'server', optional: true },
  last_run_at: { type: 'text', max: 30, doc: 'Time of the last run, ISO 8601.', by: 'server', optional: true },
  last_result: { type: 'text', as: 'reason', max: 500, doc: 'Result of the last run.', by: 'server', optional: true },
  spent_month: {
    type: 'sat',
    doc: 'Amount paid this calendar month (UTC), satoshis with fees.',
    by: 'server',
    default: 0,
  },
  failures: { type: 'int', doc: 'Consecutive failed runs; after five the job is paused.', by: 'server', default: 0 },
  runs: { type: 'int', doc: 'Number of runs.', by: 'server', default: 0 },
  month: { type: 'text', max: 7, doc: 'Month that `spent_month` is for.', by: 'server', default: '' },
  running: { type: 'text', max: 64, doc: 'Id of the run in progress.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  runs: {
    item: { type: 'text', max: 64, doc: 'Id of the job.', index: true },
    slot: { type: 'text', max: 100, doc: 'Id of the job with the planned time.', unique: 'instance' },
    time: { type: 'text', max: 30, doc: 'Planned time, ISO 8601.' },
    state: { type: 'text', max: 10, oneOf: ['running', 'success', 'failed'], doc: 'State of the run.' },
    status_code: { type: 'int', doc: 'http: status of the response.', optional: true },
    detail: { type: 'text', as: 'reason', max: 500, doc: 'Result, as text.', default: '' },
    payment_hash: { type: 'text', max: 64, doc: 'pay, invoice: payment hash.', optional: true },
    month: { type: 'text', max: 7, doc: 'Month in which the amount counts.' },
    promised: { type: 'sat', doc: 'pay: amount that counts while in flight, satoshis.', default: 0 },
  },
} as const satisfies Record<string, Shape>

export type SchedulerCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type ScheduledJob = Item<typeof FIELDS>
export type JobDraft = Row<typeof FIELDS>
export type JobRun = Item<typeof TABLES.runs>
