import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { act, note, noteIntent } from './act.ts'
import { checkJob } from './check-job.ts'
import { FIELDS, type JobRun, listRoute, TABLES } from './fields.ts'
import { beginDue, beginRun, monthOf } from './job-runs.ts'
import { OWNER_PAGES } from './owner/owner.ts'

const toShown = ({ time, state, status_code, detail, payment_hash }: JobRun) => ({
  time,
  state,
  status_code: status_code ?? null,
  detail,
  payment_hash: payment_hash ?? null,
})

const RUN_REPLY = {
  time: TABLES.runs.time,
  state: TABLES.runs.state,
  status_code: { ...TABLES.runs.status_code, doc: 'http: status of the response; null = none.' },
  detail: TABLES.runs.detail,
  payment_hash: { ...TABLES.runs.payment_hash, doc: 'pay, invoice: payment hash; null = none.' },
} as const

export const SCHEDULER = defineExtension({
  manifest: {
    id: 'scheduler',
    name: 'Scheduler',
    version: '1.0.0',
    short_description: 'Pays, invoices, calls and reports at set times.',
    icon: 'schedule',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'makes the invoices of its jobs' },
      { id: 'spend', reason: 'pays what its jobs say, up to the cap of each month', to: 'any' },
      { id: 'http', reason: 'calls the URLs that its jobs name', hosts: ['*'] },
      { id: 'schedule', reason: 'runs due jobs every minute' },
      { id: 'mail', reason: 'sends reports, and says when a job has paused itself' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'job',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  filters: ['status'],
  async beforeCreate(draft, ctx, { wallet }) {
    const checked = await checkJob(ctx, draft, { wallet, id: undefined, reschedules: true })
    return { ...checked, spent_month: 0, failures: 0, runs: 0, month: '' }
  },
  async beforeUpdate(old, next, ctx) {
    const wakes = old.status !== 'active' && next.status === 'active'
    const reschedules = wakes || old.cron !== next.cron || old.timezone !== next.timezone
    const checked = await checkJob(ctx, next, { wallet: old.wallet, id: old.id, reschedules })
    return wakes ? { ...checked, failures: 0 } : checked
  },
  derive: ({ month, spent_month }, ctx) => ({ spent_month: month === monthOf(ctx.now()) ? spent_month : 0 }),
  spendCeiling: ({ action, monthly_cap: cap, spent_month }) =>
    action === 'pay' && cap !== undefined ? Math.max(0, cap - spent_month) : 0,
  async onPaymentSettled({ itemId, paymentHash, sat }, ctx) {
    const job = itemId === undefined ? null : await ctx.items.get(itemId)
    if (job?.webhook_url === undefined) return
    const body = { event: 'paid', job: job.id, payment_hash: paymentHash, amount: sat }
    await ctx.notify.webhook(job.webhook_url, body, { wallet: job.wallet })
  },
  onIntentResolved: noteIntent,
  jobs: { due: { cron: '* * * * *', run: beginDue } },
  tasks: { act, note },
  routes: {
    'GET /api/v1/:id/runs': listRoute({
      table: 'runs',
      access: 'invoice',
      summary: 'List the runs of a job',
      description: 'Newest first; the last 200 are kept.',
      reply: RUN_REPLY,
      toJson: toShown,
    }),
    'POST /api/v1/:id/run': {
      access: 'admin',
      summary: 'Run a job now',
      description: 'Also if it is paused. 400 while a run is in progress.',
      reply: RUN_REPLY,
      handle: async ({ item }, ctx) => ({
        json: toShown(await beginRun(ctx, item, new Date(ctx.now()).toISOString())),
      }),
    },
  },
})
