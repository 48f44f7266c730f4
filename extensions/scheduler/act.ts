import type { Intent } from '@satchel/extension-sdk/context'
import { Rejection } from '@satchel/extension-sdk/rejection'
import { amountText, fixed, type Text } from '@satchel/extension-sdk/text'
import { isHeaders } from '@satchel/extension-sdk/webhook-fields'
import type { JobRun, ScheduledJob, SchedulerCtx } from './fields.ts'
import { noteEnd, resultText } from './job-runs.ts'

interface RunEnd {
  readonly state: 'success' | 'failed'
  readonly detail: string
  readonly status_code?: number
  readonly payment_hash?: string
}

/**
 * Performs the action of a run. A payment is then in flight; other actions have ended. An interrupted call of a URL is
 * not repeated, because its effect is unknown.
 */
export async function act(
  { key: runId, isRetry }: { readonly key: string; readonly isRetry: boolean },
  ctx: SchedulerCtx,
): Promise<void> {
  const run = await ctx.table('runs').get(runId)
  const job = run && (await ctx.items.get(run.item))
  if (run === null || job === null || run.state !== 'running') return
  try {
    const end = await ACTIONS[job.action]?.(ctx, job, run, isRetry)
    if (end === undefined) return
    await endRun(ctx, run, end)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    await endRun(ctx, run, { state: 'failed', detail: error.detail })
  }
}

/** Handles the outcome of a payment. */
export async function noteIntent(intent: Intent, ctx: SchedulerCtx): Promise<void> {
  const run = await ctx.table('runs').get((intent.data as { run: string }).run)
  const job = run && (await ctx.items.get(run.item))
  if (run === null || job === null || run.state !== 'running') return
  const isPaid = intent.state === 'paid'
  const cost = isPaid ? intent.sat + Math.ceil(intent.feeMsat / 1000) : 0
  if (job.month === run.month) {
    await ctx.items.update(job.id, { spent_month: Math.max(0, job.spent_month - run.promised + cost) })
  }
  await endRun(ctx, run, {
    state: isPaid ? 'success' : 'failed',
    detail: isPaid ? `Paid ${intent.sat} sat, ${cost - intent.sat} sat for routing.` : (intent.failure ?? 'It failed.'),
    ...(intent.paymentHash !== undefined && { payment_hash: intent.paymentHash }),
  })
}

/** Another step changes the row of the job, so that a concurrent change of the job never repeats a call. */
async function endRun(ctx: SchedulerCtx, run: JobRun, end: RunEnd): Promise<void> {
  await ctx.table('runs').update(run.id, { ...end, detail: end.detail.slice(0, 500) })
  await ctx.enqueue('note', run.id)
}

export async function note({ key: runId }: { readonly key: string }, ctx: SchedulerCtx): Promise<void> {
  const run = await ctx.table('runs').get(runId)
  if (run !== null) await noteEnd(ctx, run)
}

type Action = (ctx: SchedulerCtx, job: ScheduledJob, run: JobRun, isRetry: boolean) => Promise<RunEnd | undefined>

const ACTIONS: Readonly<Record<string, Action>> = { pay, invoice, http, report }

/** Counted against the month's cap in the commit that makes the payment due. */
async function pay(ctx: SchedulerCtx, job: ScheduledJob, run: JobRun): Promise<undefined> {
  const sat = amountOf(job)
  const maxFeeSat = await ctx.targets.maxFeeSat(job.target ?? '', sat, job.max_fee)
  const promised = sat + maxFeeSat
  if (job.monthly_cap === undefined || job.spent_month + promised > job.monthly_cap)
    throw new Rejection(400, 'The cap of the month does not allow it.')
  await ctx.pay({
    from: job.wallet,
    to: { target: job.target ?? '' },
    sat,
    maxFeeSat,
    key: run.id,
    purpose: 'scheduled',
    itemId: job.id,
    ...(job.comment !== undefined && { memo: job.comment }),
    data: { run: run.id },
  })
  await ctx.items.update(job.id, { spent_month: job.spent_month + promised })
  await ctx.table('runs').update(run.id, { promised })
  return undefined
}

function amountOf({ amount }: ScheduledJob): number {
  if (amount === undefined) throw new Rejection(400, 'The job has no amount.')
  return amount
}

async function invoice(ctx: SchedulerCtx, job: ScheduledJob): Promise<RunEnd> {
  const sat = amountOf(job)
  const made = await ctx.wallets.createInvoice(job.wallet, { sat, memo: job.memo ?? job.name, itemId: job.id })
  const { paymentHash: payment_hash, paymentRequest: payment_request } = made
  if (job.webhook_url !== undefined) {
    const body = { event: 'created', job: job.id, payment_hash, payment_request, amount: sat }
    await ctx.notify.webhook(job.webhook_url, body, { wallet: job.wallet })
  }
  return { state: 'success', detail: `Made an invoice of ${sat} sat.`, payment_hash }
}

async function http(ctx: SchedulerCtx, job: ScheduledJob, _run: JobRun, isRetry: boolean): Promise<RunEnd> {
  if (isRetry) return { state: 'failed', detail: 'The call was cut short; whether it was made is not known.' }
  const { method = 'GET', url = '', headers, body } = job
  const { status } = await ctx.http({
    method,
    url,
    timeoutMs: 10_000,
    ...(isHeaders(headers) && { headers }),
    ...(body !== undefined && { body }),
  })
  const state = status >= 200 && status < 300 ? 'success' : 'failed'
  return { state, status_code: status, detail: `Answered with status ${status}.` }
}

async function report(ctx: SchedulerCtx, job: ScheduledJob): Promise<RunEnd> {
  const { sat } = await ctx.wallets.balance(job.wallet)
  const jobs = await ctx.items.find({ wallet: job.wallet, limit: 100 })
  const text = linesOf([
    fixed('Balance: {amount}', { amount: amountText(sat) }),
    '',
    fixed('Scheduled jobs of this wallet'),
    ...jobs.map(lineOf),
    '',
  ])
  const { wallet } = job
  if ((await ctx.notify.mail(job.email ?? '', fixed('Report of your scheduled jobs'), text, { wallet })) === 'queued') {
    return { state: 'success', detail: 'The report is being sent.' }
  }
  const detail = 'Reports go only to the verified address of the account: POST /api/v1/auth/email/code mails it a code.'
  return { state: 'failed', detail }
}

const lineOf = ({ name, status, last_result: result }: ScheduledJob): Text =>
  fixed('{name}: {status}; {result}', {
    name,
    status: status === 'active' ? fixed('active') : fixed('paused'),
    result: result === undefined ? fixed('has not run yet') : resultText(result),
  })

const linesOf = (lines: readonly Text[]): Text =>
  fixed(lines.map((_, at) => `{${at}}`).join('\n'), Object.fromEntries(lines.entries()))
