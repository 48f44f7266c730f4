import { Cron } from 'croner'
import type { ExtensionDeps } from '../extension-deps.ts'
import { queueJobs } from '../stores/job-store.ts'

export interface JobPlanner {
  /** Queues work that is due. Rejects only with the database's errors. */
  plan(): Promise<void>
}

/**
 * Plans scheduled jobs, UTC. After missed times a job runs once. Several processes that plan a job for the same minute
 * create one job.
 */
export function createJobPlanner(deps: Pick<ExtensionDeps, 'db' | 'clock' | 'listExtensions'>): JobPlanner {
  const patterns = new Map<string, Cron>()
  const begunAt = deps.clock()
  // Cached: computing a time costs more than a payment, and this runs after every commit.
  const nextOf = new Map<string, number>()
  const findNext = (cron: string, since: number): number => {
    const pattern = patterns.get(cron) ?? new Cron(cron, { utcOffset: 0, paused: true })
    patterns.set(cron, pattern)
    return pattern.nextRun(new Date(since))?.getTime() ?? Number.POSITIVE_INFINITY
  }
  return {
    async plan() {
      const now = deps.clock()
      const due = deps.listExtensions().flatMap(({ manifest, jobs = {} }) =>
        Object.entries(jobs).flatMap(([name, { cron }]) => {
          const key = `${manifest.id} ${name} ${cron}`
          const next = nextOf.get(key) ?? findNext(cron, begunAt - 1)
          nextOf.set(key, next)
          return next > now ? [] : [{ key, cron, name, extId: manifest.id }]
        }),
      )
      if (due.length === 0) return
      const latest = Math.floor(now / 60_000) * 60_000
      const jobs = due.map(({ extId, name }) => ({
        extId,
        kind: 'cron' as const,
        reference: `${name}@${latest}`,
        payload: '',
        account: extId,
      }))
      await deps.db.transact(queueJobs, { jobs, now })
      for (const { key, cron } of due) nextOf.set(key, findNext(cron, now))
    },
  }
}
