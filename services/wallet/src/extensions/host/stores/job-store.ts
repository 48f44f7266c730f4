import { type Command, defineCommand, type Reader } from '../../../db/database.ts'
import { isLeaseLost } from '../../../db/is-lease-lost.ts'
import { inFairOrder } from '../../../throttle/fair-order.ts'
import type { LaneBacklog } from '../../../throttle/lane-metrics.ts'
import { insertJob, type NewJob } from './commit-run.ts'
import { noteOldHearers } from './hearing-items.ts'

/** A notification or a task for an extension, done once. */
export interface Job {
  readonly seq: number
  readonly extId: string
  /** The account for fair scheduling. */
  readonly account: string
  readonly kind: NewJob['kind']
  readonly reference: string
  readonly payload: string
  readonly tries: number
  /** Unix milliseconds. */
  readonly dueAt: number
}

interface JobRow {
  readonly seq: bigint
  readonly ext_id: string
  readonly account_id: string
  readonly kind: NewJob['kind']
  readonly reference: string
  readonly payload: string
  readonly tries: bigint
  readonly due_at: bigint
}

/** How long a job is leased to one worker. After a crash it is free at the next start, or after this time. */
export const LEASE_MS = 60_000

/** An extension that forwards receipts is notified after the one named in its payload. */
const ITS_TURN = `NOT (kind = 'settled' AND payload <> '' AND EXISTS (SELECT 1 FROM extension_jobs earlier
  WHERE earlier.ext_id = extension_jobs.payload AND earlier.kind = 'settled'
  AND earlier.reference = extension_jobs.reference AND earlier.done_at IS NULL))`

/**
 * Separate lanes, so that work that waits for another server does not delay work that a client waits for, or the rest.
 */
export type JobLane = 'publish' | 'answer' | 'task' | 'mail' | 'rest'

const OF_LANE: Record<JobLane, string> = {
  publish: `kind = 'nostr'`,
  answer: `kind = 'event'`,
  task: `kind = 'task'`,
  mail: `kind = 'mail'`,
  rest: `kind NOT IN ('nostr', 'event', 'task', 'mail')`,
}

/** The relay of an event's job, which follows the event's id. */
const RELAY = 'substr(reference, 66)'

/** Finds, in one query, the lanes with due work, and whether payouts are due. */
export async function findDue(reader: Reader, nowMs: number): Promise<ReadonlySet<JobLane | 'payouts'>> {
  const lanes = Object.entries(OF_LANE).map(
    ([lane, ofLane]) =>
      `SELECT '${lane}' AS lane WHERE EXISTS (SELECT 1 FROM extension_jobs WHERE due_at IS NOT NULL AND due_at <= $1 AND ${ofLane})`,
  )
  const payouts = `SELECT 'payouts' AS lane WHERE EXISTS
    (SELECT 1 FROM extension_intents WHERE due_at IS NOT NULL AND due_at <= $1)`
  const sql = [...lanes, payouts].join(' UNION ALL ')
  return new Set(await reader.list(sql, [nowMs], (row: { lane: JobLane | 'payouts' }) => row.lane))
}

/** The due work of each lane; lanes without work are left out. */
export const listLaneBacklogs = (reader: Reader, nowMs: number): Promise<LaneBacklog[]> => {
  const ofLane = Object.entries(OF_LANE).map(([lane, where]) => [lane, 'extension_jobs', where])
  const all = [
    ...ofLane,
    ['payouts', 'extension_intents', 'true'],
    ['webhooks', 'deliveries', 'true'],
    ['messages', 'messages', 'true'],
  ]
  const sql = all.map(
    ([lane, table, where]) => `SELECT '${lane}' AS lane, count(*) AS waiting, min(due_at) AS oldest FROM ${table}
      WHERE due_at IS NOT NULL AND due_at <= $1 AND ${where}`,
  )
  return reader.list(
    `SELECT * FROM (${sql.join(' UNION ALL ')}) AS backlogs WHERE waiting > 0`,
    [nowMs],
    (row: { lane: string; waiting: bigint; oldest: bigint }) => ({
      lane: row.lane,
      waiting: Number(row.waiting),
      oldestDueAt: Number(row.oldest),
    }),
  )
}

/** In fair order. */
export const listDueJobs = (
  reader: Reader,
  nowMs: number,
  {
    limit,
    lane,
    without = [],
  }: { readonly limit: number; readonly lane: JobLane; readonly without?: readonly string[] },
): Promise<Job[]> =>
  reader.list(
    `SELECT j.seq, ext_id, account_id, kind, reference, payload, tries, j.due_at FROM (${inFairOrder(
      `SELECT account_id AS account, ${lane === 'publish' ? RELAY : `''`} AS destination, due_at, seq FROM extension_jobs
       WHERE due_at IS NOT NULL AND due_at <= $1 AND ${OF_LANE[lane]} AND ${ITS_TURN}`,
      '$2',
      without,
    )}) AS fair JOIN extension_jobs j ON j.seq = fair.seq ORDER BY fair.place, fair.due_at, fair.seq`,
    [nowMs, limit, ...without],
    (row: JobRow) => ({
      seq: Number(row.seq),
      extId: row.ext_id,
      account: row.account_id,
      kind: row.kind,
      reference: row.reference,
      payload: row.payload,
      tries: Number(row.tries),
      dueAt: Number(row.due_at),
    }),
  )

/** Whether a scheduled job has a later time than this one: it does the same. */
export async function isSuperseded(reader: Reader, { extId, reference }: Job): Promise<boolean> {
  const name = reference.slice(0, reference.indexOf('@') + 1)
  const sql = `SELECT 1 AS later FROM extension_jobs
    WHERE ext_id = $1 AND kind = 'cron' AND reference > $2 AND substr(reference, 1, ${name.length}) = $3 LIMIT 1`
  return (await reader.first(sql, [extId, reference, name], () => true)) ?? false
}

/** Changes the due time of a job, unless another process has changed it. */
export const moveJob = defineCommand({
  name: 'move-extension-job',
  run: async (tx, { seq, from, to, error, by }: MoveJob): Promise<boolean> =>
    (await tx.run({
      sql: `UPDATE extension_jobs SET due_at = $3, tries = tries + 1, error = $4, leased_by = $5
            WHERE seq = $1 AND due_at = $2 AND done_at IS NULL`,
      params: [seq, from, to, error ?? null, by ?? null],
    })) === 1,
})

export interface MoveJob {
  readonly seq: number
  readonly from: number
  readonly to: number
  readonly error?: string
  /** The session that leases it until then. */
  readonly by?: string
}

export const endJob = defineCommand({
  name: 'end-extension-job',
  run: (tx, { seq, at }: { seq: number; at: number }) =>
    tx.run({
      sql: 'UPDATE extension_jobs SET done_at = $2, due_at = NULL WHERE seq = $1 AND done_at IS NULL',
      params: [seq, at],
    }),
})

/** Makes jobs leased by ended sessions due now. `sessions`: those that may still be working. */
export const releaseJobs = defineCommand({
  name: 'release-extension-jobs',
  run: async (tx, { sessions, now }: { sessions: readonly string[]; now: number }): Promise<void> => {
    const isLost = isLeaseLost(sessions)
    const params = [now, ...sessions]
    await tx.run({
      sql: `UPDATE extension_jobs SET due_at = $1, leased_by = NULL WHERE ${isLost} AND done_at IS NULL`,
      params,
    })
    await tx.run({ sql: `UPDATE extension_intents SET due_at = $1, leased_by = NULL WHERE ${isLost}`, params })
  },
})

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

export const JOB_COMMANDS: readonly Command<never, unknown>[] = [
  moveJob,
  endJob,
  queueJobs,
  releaseJobs,
  forgetOldExtensionRows,
  noteOldHearers,
]
