import { readInstant } from '@satchel/extension-sdk/instant'
import { refuse } from '@satchel/extension-sdk/refusal'
import { isHeaders } from '@satchel/extension-sdk/webhook-fields'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import type { JobDraft, SchedulerCtx } from './fields.ts'
import { checkTimes, nextRun } from './next-run.ts'

const MOST_ACTIVE = 20
/** What each action cannot do without. */
const NEEDED: Record<string, readonly (keyof JobDraft)[]> = {
  pay: ['target', 'amount', 'monthly_cap'],
  invoice: ['amount'],
  http: ['method', 'url'],
  report: ['email'],
}

/** A job that can run, with the time at which it does. */
export async function checkJob(
  ctx: SchedulerCtx,
  draft: JobDraft,
  {
    wallet,
    id,
    runsAnew,
  }: { readonly wallet: WalletHandle; readonly id: string | undefined; readonly runsAnew: boolean },
): Promise<JobDraft> {
  checkTimes(draft, ctx.now())
  for (const name of NEEDED[draft.action] ?? []) {
    if (draft[name] === undefined) throw refuse(`body.${name}: is needed for the action ${draft.action}.`, 422)
  }
  if (draft.headers !== undefined && draft.headers !== null && !isHeaders(draft.headers)) {
    throw refuse('body.headers: must be an object of at most 20 header names and texts.', 422)
  }
  if (draft.url !== undefined && !isSafe(new URL(draft.url))) throw refuse('body.url: must begin with https://.', 422)
  if (typeof draft.ends_at === 'string' && readInstant(draft.ends_at) === undefined) {
    throw refuse('body.ends_at: is no time of the calendar in ISO 8601 with its zone (2027-01-31T12:00:00Z).', 422)
  }
  if (draft.action === 'pay') await requireTarget(ctx, draft.target ?? '', wallet)
  if (draft.status === 'paused') return { ...draft, next_run_at: undefined }
  await requireRoom(ctx, wallet, id)
  if (!runsAnew) return draft
  const next = nextRun(draft, ctx.now())
  return { ...draft, next_run_at: next === null ? undefined : new Date(next).toISOString() }
}

/** http only where nobody gives certificates. */
const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || plainHttpHost(hostname)

async function requireTarget(ctx: SchedulerCtx, target: string, wallet: WalletHandle): Promise<void> {
  const own = await ctx.targets.wallet(target, wallet)
  if (own === wallet) throw refuse('body.target: is the wallet that pays.', 422)
  if (own !== null) return
  try {
    readLnurl(target)
  } catch (error) {
    if (!(error instanceof LnurlError)) throw error
    throw refuse('body.target: is neither a Lightning address nor an LNURL nor a wallet of yours.', 422)
  }
}

/** Decided against whoever activates another at the same time. */
async function requireRoom(ctx: SchedulerCtx, wallet: WalletHandle, id: string | undefined): Promise<void> {
  await ctx.lock('active jobs')
  const active = await ctx.items.find({ wallet, where: { status: 'active' }, limit: MOST_ACTIVE + 1 })
  if (active.filter((job) => job.id !== id).length >= MOST_ACTIVE) {
    throw refuse(`A wallet has at most ${MOST_ACTIVE} active jobs.`)
  }
}
