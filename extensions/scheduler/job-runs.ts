import { reject } from '@satchel/extension-sdk/rejection'
import { fixed, type Text } from '@satchel/extension-sdk/text'
import type { JobRun, ScheduledJob, SchedulerCtx } from './fields.ts'
import { nextRun } from './next-run.ts'

const MAX_FAILURES = 5
const RUNS_KEPT = 200
const MAX_FOUND = 1000

/** Every active job that is due starts one run, however many times were missed. */
export async function beginDue(ctx: SchedulerCtx): Promise<void> {
  const now = ctx.now()
  for (let offset = 0; ; offset += MAX_FOUND) {
    const jobs = await ctx.items.find({ where: { status: 'active' }, order: 'oldest', limit: MAX_FOUND, offset })
    for (const job of jobs) {
      if (job.next_run_at === undefined || Date.parse(job.next_run_at) > now) continue
      if (hasEnded(job, now)) await pause(ctx, job, 'It has come to its end.')
      else if (job.running === undefined) await beginPlanned(ctx, job)
    }
    if (jobs.length < MAX_FOUND) return
  }
}

async function beginPlanned(ctx: SchedulerCtx, job: ScheduledJob): Promise<void> {
  const next = nextRun(job, ctx.now())
  await beginRun(ctx, job, job.next_run_at ?? '')
  await ctx.items.update(job.id, { next_run_at: next === null ? undefined : new Date(next).toISOString() })
}

/** One run per job and time; its action follows the commit. */
export async function beginRun(ctx: SchedulerCtx, job: ScheduledJob, time: string): Promise<JobRun> {
  if (job.running !== undefined) throw reject('A run of this job is in progress; retry when it has ended.')
  const month = monthOf(ctx.now())
  const row = { item: job.id, slot: `${job.id} ${time}`, time, state: 'running', detail: '', month, promised: 0 }
  const run = await ctx.table('runs').insert(row, job.wallet)
  const spent_month = job.month === month ? job.spent_month : 0
  await ctx.items.update(job.id, { running: run.id, runs: job.runs + 1, month, spent_month })
  await ctx.enqueue('act', run.id)
  return run
}

/** `2026-11`, UTC. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

const hasEnded = ({ ends_at, max_runs, runs }: ScheduledJob, now: number): boolean =>
  (ends_at !== undefined && Date.parse(ends_at) <= now) || (max_runs !== undefined && runs >= max_runs)

/** The run has ended, and its job can run again. */
export async function noteEnd(ctx: SchedulerCtx, run: JobRun): Promise<void> {
  const job = await ctx.items.get(run.item)
  if (job === null || job.running !== run.id) return
  const failures = run.state === 'failed' ? job.failures + 1 : 0
  const now = await ctx.items.update(job.id, {
    running: undefined,
    failures,
    last_run_at: run.time,
    last_result: `${run.state}: ${run.detail}`.slice(0, 500),
  })
  for (const old of await ctx.table('runs').find({ where: { item: job.id }, offset: RUNS_KEPT, limit: 100 })) {
    await ctx.table('runs').remove(old.id)
  }
  if (job.status !== 'active') return
  if (failures >= MAX_FAILURES) await pauseAndTell(ctx, now)
  else if (hasEnded(now, ctx.now())) await pause(ctx, now, now.last_result ?? '')
}

/** Stored in English: the state of the last run, and its result, each of which is found by its template. */
export function resultText(result: string): Text {
  const [, state, detail] = /^(failed|success): (.*)$/s.exec(result) ?? []
  if (state === undefined || detail === undefined) return fixed(result)
  return fixed('{state}: {detail}', { state: fixed(state), detail: fixed(detail) })
}

const pause = async (ctx: SchedulerCtx, { id }: ScheduledJob, last_result: string): Promise<void> => {
  await ctx.items.update(id, { status: 'paused', next_run_at: undefined, last_result })
}

async function pauseAndTell(ctx: SchedulerCtx, job: ScheduledJob): Promise<void> {
  await pause(ctx, job, job.last_result ?? '')
  ctx.log.warn('a scheduled job has paused itself', { job: job.id })
  if (job.email === undefined) return
  const text = fixed(
    'The scheduled job "{name}" has failed {times} times in a row and has been paused.\n\nThe last time: {result}\n',
    { name: job.name, times: MAX_FAILURES, result: resultText(job.last_result ?? '') },
  )
  await ctx.notify.mail(job.email, fixed('A scheduled job has paused itself'), text, { wallet: job.wallet })
}
