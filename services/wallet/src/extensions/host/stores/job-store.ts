import { type Clock, unixSeconds } from '../../../base/clock.ts'
import { type Command, defineCommand, type Reader } from '../../../db/database.ts'
import type { LeasedQueue } from '../../../throttle/leased-queue.ts'
import { insertJob, type NewJob } from './commit-run.ts'
import { noteOldHearers } from './hearing-items.ts'

/** A notification or a task for an extension, done once. */
export interface Job {
  readonly seq: number
  readonly extId: string
  readonly kind: NewJob['kind']
  readonly reference: string
  readonly payload: string
}

interface JobRow {
  readonly seq: bigint
  readonly ext_id: string
  readonly kind: NewJob['kind']
  readonly reference: string
  readonly payload: string
}

/** An extension that forwards receipts is notified after the one named in its payload. */
const ITS_TURN = `NOT (kind = 'settled' AND payload <> '' AND EXISTS (SELECT 1 FROM extension_jobs earlier
  WHERE earlier.ext_id = extension_jobs.payload AND earlier.kind = 'settled'
  AND earlier.reference = extension_jobs.reference AND earlier.done_at IS NULL))`

/**
 * Separate lanes, so that work that waits for another server does not delay work that a client waits for, or the rest.
 */
export type JobLane = 'publish' | 'answer' | 'task' | 'mail' | 'rest'

const queueOf = (name: JobLane, where: string): LeasedQueue<Job> => ({
  name,
  table: 'extension_jobs',
  where,
  account: 'account_id',
  leaseMs: 60_000,
  toWork: ({ seq, ext_id: extId, kind, reference, payload }: JobRow) => ({
    seq: Number(seq),
    extId,
    kind,
    reference,
    payload,
  }),
})

export const JOBS: Readonly<Record<JobLane, LeasedQueue<Job>>> = {
  // The relay of an event's job follows the event's id.
  publish: { ...queueOf('publish', `kind = 'nostr'`), destination: 'substr(reference, 66)' },
  answer: queueOf('answer', `kind = 'event'`),
  task: queueOf('task', `kind = 'task'`),
  mail: queueOf('mail', `kind = 'mail'`),
  rest: { ...queueOf('rest', `kind NOT IN ('nostr', 'event', 'task', 'mail')`), mayBegin: ITS_TURN },
}

/** What marks a job as done. */
export const doneAt = (clock: Clock): { done_at: number } => ({ done_at: unixSeconds(clock) })

/** Whether a scheduled job has a later time than this one: it does the same. */
export async function isSuperseded(reader: Reader, { extId, reference }: Job): Promise<boolean> {
  const name = reference.slice(0, reference.indexOf('@') + 1)
  const sql = `SELECT 1 AS later FROM extension_jobs
    WHERE ext_id = $1 AND kind = 'cron' AND reference > $2 AND substr(reference, 1, ${name.length}) = $3 LIMIT 1`
  return (await reader.first(sql, [extId, reference, name], () => true)) ?? false
}

export interface QueueJobs {
  readonly jobs: readonly (NewJob & { readonly extId: string })[]
  /** Payouts to poll now. */
  readonly ended?: readonly string[] | undefined
  /** The event cursor, moved with the jobs, and only if it is still at `from`. */
  readonly cursor?: { readonly from: bigint; readonly to: bigint } | undefined
  /** Unix milliseconds. */
  readonly now: number
}

/** False: another process has read these events. */
export const queueJobs = defineCommand({
  name: 'queue-extension-jobs',
  canInterleave: ({ jobs, ended = [] }: QueueJobs) => jobs.length === 0 && ended.length === 0,
  run: async (tx, input: QueueJobs): Promise<boolean> => {
    const { jobs, ended = [], cursor, now } = input
    if (cursor !== undefined) {
      const moved = await tx.run(
        cursor.from === 0n
          ? {
              sql: `INSERT INTO cursors (name, value) VALUES ('extensions', $1)
                  ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE cursors.value = '0'`,
              params: [String(cursor.to)],
            }
          : {
              sql: `UPDATE cursors SET value = $1 WHERE name = 'extensions' AND value = $2`,
              params: [String(cursor.to), String(cursor.from)],
            },
      )
      if (moved === 0) return false
    }
    for (const { extId, ...job } of jobs) await tx.run(insertJob(extId, job, now))
    for (const id of ended) {
      const sql = 'UPDATE extension_intents SET due_at = $2 WHERE id = $1 AND due_at > $2'
      await tx.run({ sql, params: [id, now] })
    }
    return true
  },
})

/** Deletes rows that are no longer needed. */
export const forgetOldExtensionRows = defineCommand({
  name: 'forget-old-extension-rows',
  run: async (tx, { now }: { now: number }) => {
    const before = now - 7 * 86_400
    await tx.run({ sql: 'DELETE FROM extension_jobs WHERE done_at IS NOT NULL AND done_at < $1', params: [before] })
    await tx.run({ sql: 'DELETE FROM extension_pushes WHERE at < $1', params: [now - 300] })
  },
})

export const JOB_COMMANDS: readonly Command<never, unknown>[] = [queueJobs, forgetOldExtensionRows, noteOldHearers]
