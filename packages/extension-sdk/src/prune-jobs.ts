import type { Ctx } from './context.ts'

/** How long a payout that has come to its end is shown. */
export const KEPT_DAYS = 90
/** Days that a service may have been away without leaving rows behind. */
const LOOKED_BACK_DAYS = 60
const MOST_A_DAY = 1000
const DAY_MS = 86_400_000

/** `2026-11-20`, UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

/**
 * Payouts that came to their end long ago are forgotten: what they came to is in the totals, and each payment in the
 * wallet's history. Those that wait or are held stay. Meant for every hour: the rest of a busy day has its turn then.
 */
export async function pruneJobs(ctx: AnyCtx): Promise<void> {
  for (let back = LOOKED_BACK_DAYS; back > 0; back -= 1) {
    const done_on = dayOf(ctx.now() - (KEPT_DAYS + back) * DAY_MS)
    const old = await ctx.table('jobs').find({ where: { done_on }, limit: MOST_A_DAY })
    for (const job of old) await ctx.table('jobs').remove(job.id)
    // One commit is not to hold up the others.
    if (old.length > 0) return
  }
}
