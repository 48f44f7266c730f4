import { Cron } from 'croner'
import type { ExtensionDeps } from './extension-deps.ts'
import { queueJobs } from './job-store.ts'

export interface JobPlanner {
  /** Queues what is due by the clock. Rejects only with the database's errors. */
  plan(): Promise<void>
}

/**
 * Jobs by the clock, UTC. A time that was missed while nothing ran is made up for once, not as often as it was missed;
 * several processes plan the same job for the same minute, which is one job.
 */
export function createJobPlanner(deps: Pick<ExtensionDeps, 'db' | 'clock' | 'listExtensions'>): JobPlanner {
  const lastPlanned = new Map<string, number>()
  const patterns = new Map<string, Cron>()
  const begunAt = deps.clock()
  const patternOf = (text: string): Cron => {
    const known = patterns.get(text) ?? new Cron(text, { timezone: 'UTC', paused: true })
    patterns.set(text, known)
    return known
  }
  return {
    async plan() {
      const now = deps.clock()
      const jobs = deps.listExtensions().flatMap((extension) =>
        Object.entries(extension.jobs ?? {}).flatMap(([name, { cron }]) => {
          const extId = extension.manifest.id
          const key = `${extId} ${name}`
          const since = lastPlanned.get(key) ?? begunAt - 1
          const due = patternOf(cron).nextRun(new Date(since))
          if (due === null || due.getTime() > now) return []
          lastPlanned.set(key, now)
          const latest = Math.floor(now / 60_000) * 60_000
          return [{ extId, kind: 'cron' as const, reference: `${name}@${latest}`, payload: '' }]
        }),
      )
      if (jobs.length > 0) await deps.db.transact(queueJobs, { jobs, now })
    },
  }
}
