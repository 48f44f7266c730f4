import type { ExtensionDeps } from './extension-deps.ts'
import { type Job, LEASE_MS, listDueJobs, moveJob } from './job-store.ts'
import type { RunExtension } from './run-extension.ts'

export interface TaskRunner {
  /** Begins what is due and waits for none of it. */
  begin(): Promise<void>
  /** What was begun has ended. True: something has been begun since this was last asked. */
  settled(): Promise<boolean>
}

const AT_ONCE = 4
const PAUSES_MS = [5000, 60_000, 600_000, 3_600_000]

/**
 * What handlers have asked to be done on its own, beside everything else: it may wait for servers that never answer.
 * A task's end is committed with what it did; one that was cut short is begun again and told so.
 */
export function createTaskRunner(deps: ExtensionDeps, run: RunExtension): TaskRunner {
  const underWay = new Set<Promise<void>>()
  let hasBegun = false
  const perform = async (job: Job): Promise<void> => {
    const leased = { seq: job.seq, from: job.dueAt, to: deps.clock() + LEASE_MS, by: deps.db.session }
    if (!(await deps.db.transact(moveJob, leased))) return
    try {
      const extension = deps.findExtension(job.extId)
      const [name = ''] = job.reference.split('@')
      const task = extension?.tasks?.[name]
      if (extension === undefined || task === undefined) throw new Error('there is nobody to do the task')
      const about = { about: job.reference.slice(name.length + 1), again: job.tries > 0 }
      await run(extension, { trigger: { by: 'host' }, job: job.seq }, (ctx) => task(about, ctx))
    } catch (error) {
      deps.log.warn({ extension: job.extId, task: job.reference, err: error }, 'a task failed; it is tried again')
      const pause = PAUSES_MS[Math.min(job.tries, PAUSES_MS.length - 1)] ?? 0
      await deps.db.transact(moveJob, { seq: job.seq, from: leased.to, to: deps.clock() + pause, error: 'failed' })
    }
  }
  return {
    async begin() {
      const free = AT_ONCE - underWay.size
      if (free < 1) return
      for (const job of await listDueJobs(deps.db, deps.clock(), { limit: free, lane: 'task' })) {
        const mine = perform(job)
          .catch((error: unknown) => deps.log.error({ job: job.seq, err: error }, 'a task could not be done'))
          .finally(() => underWay.delete(mine))
        underWay.add(mine)
        hasBegun = true
      }
    },
    async settled() {
      const found = hasBegun
      hasBegun = false
      await Promise.all(underWay)
      return found
    },
  }
}
