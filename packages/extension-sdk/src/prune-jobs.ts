import type { Ctx } from './context.ts'

/** How long a finished payout is listed. */
export const RETENTION_DAYS = 90
/** A service that was down for longer leaves rows. */
const MAX_LOOKBACK_DAYS = 60
const MAX_PER_RUN = 1000
const DAY_MS = 86_400_000

/** `2026-11-20`, UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

/**
 * Deletes payouts that finished long ago: the totals and the wallet's payment history remain. Waiting and held payouts are
 * kept. Schedule it hourly: each run deletes at most one day.
 */
export async function pruneJobs(ctx: AnyCtx): Promise<void> {
  for (let back = MAX_LOOKBACK_DAYS; back > 0; back -= 1) {
    const done_on = dayOf(ctx.now() - (RETENTION_DAYS + back) * DAY_MS)
    const old = await ctx.table('jobs').find({ where: { done_on }, limit: MAX_PER_RUN })
    for (const job of old) await ctx.table('jobs').remove(job.id)
    // Keeps each commit small.
    if (old.length > 0) return
  }
}
