import { readInstant } from '@satchel/extension-sdk/instant'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { isHeaders } from '@satchel/extension-sdk/webhook-fields'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import type { JobDraft, SchedulerCtx } from './fields.ts'
import { checkTimes, nextRun } from './next-run.ts'

const MAX_ACTIVE = 20
/** The required fields of each action. */
const NEEDED: Record<string, readonly (keyof JobDraft)[]> = {
  pay: ['target', 'amount', 'monthly_cap'],
  invoice: ['amount'],
  http: ['method', 'url'],
  report: ['email'],
}

/** A job that can run, with its next time. */
export async function checkJob(
  ctx: SchedulerCtx,
  draft: JobDraft,
  {
    wallet,
    id,
    reschedules,
  }: { readonly wallet: WalletHandle; readonly id: string | undefined; readonly reschedules: boolean },
): Promise<JobDraft> {
  checkTimes(draft, ctx.now())
  for (const name of NEEDED[draft.action] ?? []) {
    if (draft[name] === undefined) throw reject(`body.${name}: required for this action.`, 422)
  }
  if (draft.headers !== undefined && draft.headers !== null && !isHeaders(draft.headers)) {
    throw reject('body.headers: must be an object of at most 20 header names and texts.', 422)
  }
  if (draft.url !== undefined && !isSafe(new URL(draft.url))) throw reject('body.url: must begin with https://.', 422)
  if (typeof draft.ends_at === 'string' && readInstant(draft.ends_at) === undefined) {
    throw reject('body.ends_at: not a valid ISO 8601 time with a zone, such as 2027-01-31T12:00:00Z.', 422)
  }
  if (draft.action === 'pay') await requireTarget(ctx, draft.target ?? '', wallet)
  if (draft.status === 'paused') return { ...draft, next_run_at: undefined }
  await requireRoom(ctx, wallet, id)
  if (!reschedules) return draft
  const next = nextRun(draft, ctx.now())
  return { ...draft, next_run_at: next === null ? undefined : new Date(next).toISOString() }
}

/** http only for hosts that cannot have certificates. */
const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || plainHttpHost(hostname)

async function requireTarget(ctx: SchedulerCtx, target: string, wallet: WalletHandle): Promise<void> {
  const own = await ctx.targets.findWallet(target, wallet)
  if (own === wallet) throw reject('body.target: must not be the paying wallet.', 422)
  if (own !== null) return
  try {
    readLnurl(target)
  } catch (error) {
    if (!(error instanceof LnurlError)) throw error
    throw reject('body.target: is neither a Lightning address nor an LNURL nor a wallet of yours.', 422)
  }
}

/** Checked under a lock: concurrent activations cannot exceed the limit together. */
async function requireRoom(ctx: SchedulerCtx, wallet: WalletHandle, id: string | undefined): Promise<void> {
  await ctx.lock('active jobs', wallet)
  const active = await ctx.items.find({ wallet, where: { status: 'active' }, limit: MAX_ACTIVE + 1 })
  if (active.filter((job) => job.id !== id).length >= MAX_ACTIVE) {
    throw reject(fixed('A wallet has at most {max} active jobs; pause or delete some first.', { max: MAX_ACTIVE }))
  }
}
