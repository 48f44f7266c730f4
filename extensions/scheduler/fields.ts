import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'What it is called.' },
  cron: {
    type: 'text',
    as: 'schedule',
    min: 9,
    max: 100,
    doc: 'When: five cron fields (minute hour day month weekday), `0 9 * * 1`.',
  },
  timezone: {
    type: 'text',
    as: 'timezone',
    max: 64,
    doc: 'Where those hours are: an IANA name, `Europe/Rome`.',
    default: 'UTC',
  },
  status: {
    type: 'text',
    max: 10,
    oneOf: ['active', 'paused'],
    doc: '`active` runs, `paused` does not.',
    default: 'paused',
    index: true,
  },
  action: {
    type: 'text',
    max: 10,
    oneOf: ['pay', 'invoice', 'http', 'report'],
    doc: '`pay` a target, make an `invoice`, call a URL (`http`), mail a `report`.',
  },
  target: {
    type: 'target',
    doc: 'pay: whom, a Lightning address, an LNURL or another wallet of yours.',
    optional: true,
  },
  amount: { type: 'sat', min: 1, doc: 'pay, invoice: how much, in satoshis.', optional: true },
  max_fee: {
    type: 'sat',
    doc: 'pay: the most that routing may cost, in satoshis; default what the service sets aside.',
    optional: true,
  },
  comment: { type: 'text', max: 200, doc: 'pay: for the payee, where comments are taken.', optional: true },
  monthly_cap: {
    type: 'sat',
    min: 1,
    doc: 'pay: the most in a calendar month (UTC), fees included, in satoshis.',
    optional: true,
  },
  memo: { type: 'text', max: 200, doc: 'invoice: what it says.', optional: true },
  webhook_url: { type: 'url', doc: 'invoice: called when it was made and when it is paid.', optional: true },
  method: {
    type: 'text',
    max: 10,
    oneOf: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    doc: 'http: the method.',
    optional: true,
  },
  url: { type: 'url', doc: 'http: what is called.', optional: true },
  headers: {
    type: 'json',
    maxBytes: 4096,
    doc: 'http: sent along, an object of at most 20 texts.',
    optional: true,
    show: 'admin',
    atRest: 'sealed',
  },
  body: { type: 'text', as: 'lines', max: 8192, doc: 'http: sent along.', optional: true },
  email: {
    type: 'text',
    as: 'email',
    max: 254,
    pattern: '^[^\\s@\\u0000-\\u001f]+@[^\\s@\\u0000-\\u001f]+$',
    doc: 'The verified address of the account. report: where it goes; every action: where to mail that the job has paused itself.',
    optional: true,
    show: 'admin',
  },
  max_runs: { type: 'int', min: 1, doc: 'After so many runs it pauses.', optional: true },
  ends_at: {
    type: 'text',
    max: 40,
    as: 'moment',
    doc: 'When it pauses for good: ISO 8601 with a zone (`2027-01-31T12:00:00Z`).',
    optional: true,
  },
  next_run_at: { type: 'text', max: 30, doc: 'When it runs next: ISO 8601.', by: 'server', optional: true },
  last_run_at: { type: 'text', max: 30, doc: 'When it last ran: ISO 8601.', by: 'server', optional: true },
  last_result: { type: 'text', as: 'reason', max: 500, doc: 'How that ended.', by: 'server', optional: true },
  spent_month: {
    type: 'sat',
    doc: 'What it has paid this calendar month (UTC), fees included, in satoshis.',
    by: 'server',
    default: 0,
  },
  failures: { type: 'int', doc: 'How many runs have failed in a row; at five it pauses.', by: 'server', default: 0 },
  runs: { type: 'int', doc: 'How often it has run.', by: 'server', default: 0 },
  month: { type: 'text', max: 7, doc: 'The month that spent_month is of.', by: 'server', default: '' },
  running: { type: 'text', max: 64, doc: 'The run in progress.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  runs: {
    item: { type: 'text', max: 64, doc: 'The job.', index: true },
    slot: { type: 'text', max: 100, doc: 'The job and the time that it was planned for.', unique: 'instance' },
    time: { type: 'text', max: 30, doc: 'When it was planned for: ISO 8601.' },
    state: { type: 'text', max: 10, oneOf: ['running', 'success', 'failed'], doc: 'How it stands.' },
    status_code: { type: 'int', doc: 'http: what was answered.', optional: true },
    detail: { type: 'text', as: 'reason', max: 500, doc: 'How it ended, in words.', default: '' },
    payment_hash: { type: 'text', max: 64, doc: 'pay, invoice: the payment.', optional: true },
    month: { type: 'text', max: 7, doc: 'The month that it counts in.' },
    promised: { type: 'sat', doc: 'pay: what it counts as while it is in flight.', default: 0 },
  },
} as const satisfies Record<string, Shape>

export type SchedulerCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type ScheduledJob = Item<typeof FIELDS>
export type JobDraft = Row<typeof FIELDS>
export type JobRun = Item<typeof TABLES.runs>
