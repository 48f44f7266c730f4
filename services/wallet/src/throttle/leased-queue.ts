import type { Log } from '@satchel/http/log'
import type { Clock } from '../base/clock.ts'
import { type Command, type Database, defineCommand, type Reader, type SqlValue } from '../db/database.ts'
import { inFairOrder } from './fair-order.ts'
import type { LaneBacklog } from './lane-metrics.ts'

/**
 * The tables of queued work. In all of them `due_at` is Unix milliseconds, or NULL for work that is final, and
 * `leased_by` is the session that works on the row until it is due. `tries` counts the attempts that have begun.
 */
const TABLES = {
  deliveries: { key: 'seq', tries: 'attempts', countsCrashes: false },
  messages: { key: 'seq', tries: 'tries', countsCrashes: true },
  // They have to know that they begin again.
  extension_jobs: { key: 'seq', tries: 'tries', countsCrashes: true },
  // Payouts are never given up, and their delays grow with their age.
  extension_intents: { key: 'id', tries: undefined, countsCrashes: true },
} as const

/**
 * Work that any process may do, one at a time (decision 0105). An attempt begins with a lease. Success is final, also of
 * an attempt that has lost its lease. Failure counts only while the lease is held. A lease is lost when it ends, or when a
 * process starts after its session has ended: the row is due again, and the attempt stays counted.
 */
export interface LeasedQueue<T> {
  /** Name of its lane. */
  readonly name: string
  readonly table: keyof typeof TABLES
  /** The rows of this queue. Unset = all. */
  readonly where?: string
  /** Further condition on due rows that may begin. */
  readonly mayBegin?: string
  /** Whose turn it is, and what takes turns within an account: expressions on the table. */
  readonly account: string
  readonly destination?: string
  /** What `toWork` reads, with `due_at`. Unset = all columns. */
  readonly columns?: string
  /** Longer than an attempt may last. */
  readonly leaseMs: number
  toWork(row: never): T
}

/** A row of a queue as it was read. `dueAt` of a leased one is the end of its lease. */
export interface Place {
  readonly table: keyof typeof TABLES
  readonly key: string | number
  /** Unix milliseconds. */
  readonly dueAt: number
}

/** Leased: `tries` includes the attempt that begins. */
export interface Queued<T> {
  readonly work: T
  readonly account: string
  readonly tries: number
  readonly place: Place
}

interface QueueDeps {
  readonly db: Database
  readonly clock: Clock
}

const dueRows = ({ table, where = 'true' }: LeasedQueue<unknown>): string =>
  `FROM ${table} WHERE due_at IS NOT NULL AND due_at <= $1 AND ${where}`

interface QueuedRow {
  readonly queue_key: string | bigint
  readonly queue_account: string
  readonly queue_tries: bigint
  readonly due_at: bigint
}

/** In fair order. `without`: accounts to leave out. */
export function listDue<T>(
  reader: Reader,
  queue: LeasedQueue<T>,
  { now, limit, without = [] }: { readonly now: number; readonly limit: number; readonly without?: readonly string[] },
): Promise<Queued<T>[]> {
  const { table, account, destination = `''`, mayBegin = 'true', columns = `${table}.*` } = queue
  const { key, tries = '0' } = TABLES[table]
  const due = `SELECT ${account} AS account, ${destination} AS destination, due_at, ${key} AS seq ${dueRows(queue)} AND ${mayBegin}`
  return reader.list(
    `SELECT ${columns}, ${key} AS queue_key, ${account} AS queue_account, ${tries} AS queue_tries
     FROM (${inFairOrder(due, '$2', without)}) AS fair JOIN ${table} ON ${key} = fair.found
     ORDER BY fair.place, ${table}.due_at, ${key}`,
    [now, limit, ...without],
    (row: QueuedRow) => ({
      work: queue.toWork(row as never),
      account: row.queue_account,
      tries: Number(row.queue_tries),
      place: {
        table,
        key: typeof row.queue_key === 'bigint' ? Number(row.queue_key) : row.queue_key,
        dueAt: Number(row.due_at),
      },
    }),
  )
}

/** The names of those with due work, in one query. */
export const findDue = async (
  reader: Reader,
  queues: readonly LeasedQueue<unknown>[],
  now: number,
): Promise<ReadonlySet<string>> => {
  const each = queues.map((queue) => `SELECT '${queue.name}' AS lane WHERE EXISTS (SELECT 1 ${dueRows(queue)})`)
  return new Set(await reader.list(each.join(' UNION ALL '), [now], (row: { lane: string }) => row.lane))
}

/** Those without due work are left out. */
export const listBacklogs = (
  reader: Reader,
  queues: readonly LeasedQueue<unknown>[],
  now: number,
): Promise<LaneBacklog[]> => {
  const each = queues.map(
    (queue) => `SELECT '${queue.name}' AS lane, count(*) AS waiting, min(due_at) AS oldest ${dueRows(queue)}`,
  )
  return reader.list(
    `SELECT * FROM (${each.join(' UNION ALL ')}) AS backlogs WHERE waiting > 0`,
    [now],
    (row: { lane: string; waiting: bigint; oldest: bigint }) => ({
      lane: row.lane,
      waiting: Number(row.waiting),
      oldestDueAt: Number(row.oldest),
    }),
  )
}

/** Leases rows, if they are as they were read. Returns those that it has leased. */
export async function lease<T>(
  { db, clock }: QueueDeps,
  { leaseMs }: LeasedQueue<T>,
  queued: readonly Queued<T>[],
): Promise<Queued<T>[]> {
  const now = clock()
  const until = now + leaseMs
  const places = queued.map(({ place }) => place)
  const areOurs = await db.transact(takeLeases, { places, now, until, by: db.session })
  return queued
    .filter((_one, index) => areOurs[index])
    .map((one) => ({ ...one, tries: one.tries + 1, place: { ...one.place, dueAt: until } }))
}

/** Compare-and-set: of several processes that have read a row one leases it. */
export const takeLeases = defineCommand({
  name: 'take-leases',
  run: async (tx, { places, now, until, by }: TakeLeases): Promise<boolean[]> => {
    const counts = await tx.together(
      places.map(({ table, key, dueAt }) => ({
        sql: `UPDATE ${table} SET due_at = $3, leased_by = $4${countBy(table, '+ 1')}
              WHERE ${TABLES[table].key} = $1 AND due_at = $2 AND (leased_by IS NULL OR due_at <= $5)`,
        params: [key, dueAt, until, by, now],
      })),
    )
    return counts.map((count) => count === 1)
  },
})

export interface TakeLeases {
  readonly places: readonly Place[]
  readonly now: number
  readonly until: number
  /** A session. */
  readonly by: string
}

/** Ends a lease of `by` without success. Does nothing if the lease was lost. */
export const putBack = defineCommand({
  name: 'put-back',
  run: (tx, { place: { table, key, dueAt }, by, to, set = {}, wasStopped = false }: PutBack) =>
    tx.run({
      sql: `UPDATE ${table} SET due_at = $4, leased_by = NULL${wasStopped ? countBy(table, '- 1') : ''}${assign(set, 5)}
            WHERE ${TABLES[table].key} = $1 AND due_at = $2 AND leased_by = $3`,
      params: [key, dueAt, by, to ?? null, ...Object.values(set)],
    }),
})

export interface PutBack {
  readonly place: Place
  readonly by: string
  /** When the next attempt is due, Unix milliseconds; undefined = it is given up. */
  readonly to: number | undefined
  /** Further columns. */
  readonly set?: Readonly<Record<string, SqlValue>>
  /** The service has stopped: the attempt does not count. */
  readonly wasStopped?: boolean
}

/** The work is done, even if the lease was lost. */
export const finishWork = defineCommand({
  name: 'finish-work',
  run: (tx, { place: { table, key }, set = {} }: FinishWork) =>
    tx.run({
      sql: `UPDATE ${table} SET due_at = NULL, leased_by = NULL${assign(set, 2)} WHERE ${TABLES[table].key} = $1`,
      params: [key, ...Object.values(set)],
    }),
})

export interface FinishWork extends Pick<PutBack, 'set'> {
  readonly place: Omit<Place, 'dueAt'>
}

/** Never below 0: versions before 0.23 leased without counting. */
const countBy = (table: keyof typeof TABLES, change: '+ 1' | '- 1'): string => {
  const { tries } = TABLES[table]
  return tries === undefined ? '' : `, ${tries} = CASE WHEN ${tries} ${change} > 0 THEN ${tries} ${change} ELSE 0 END`
}

const assign = (set: object, first: number): string =>
  Object.keys(set)
    .map((column, index) => `, ${column} = $${first + index}`)
    .join('')

/** Makes the work of ended sessions due now. `sessions`: those that may still be working (`Database.listSessions`). */
const releaseLeases = defineCommand({
  name: 'release-leases',
  run: async (tx, { sessions, now }: { readonly sessions: readonly string[]; readonly now: number }): Promise<void> => {
    const working = sessions.map((_session, index) => `$${index + 2}`).join(', ')
    for (const table of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
      await tx.run({
        sql: `UPDATE ${table} SET due_at = $1, leased_by = NULL${TABLES[table].countsCrashes ? '' : countBy(table, '- 1')}
              WHERE due_at > $1 AND leased_by IS NOT NULL AND leased_by NOT IN (${working})`,
        params: [now, ...sessions],
      })
    }
  },
})

/** For the start of a process. Never rejects. */
export async function releaseLostLeases({ db, clock, log }: QueueDeps & { readonly log: Log }): Promise<void> {
  try {
    await db.transact(releaseLeases, { sessions: await db.listSessions(), now: clock() })
  } catch (error) {
    log.warn({ err: error }, 'work leased by ended processes waits for the end of its lease')
  }
}

export const QUEUE_COMMANDS: readonly Command<never, unknown>[] = [takeLeases, putBack, finishWork, releaseLeases]
