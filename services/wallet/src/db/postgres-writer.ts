import { ServiceError } from '@satchel/http/service-error'
import { type Change, type Command, type HistoryCommand, requireRows, type SqlValue, type Tx } from './database.ts'
import { connect, type Connection } from './postgres-connection.ts'
import { createSharedTx } from './shared-tx.ts'
import { combine } from './statement-text.ts'

/** Told to all processes after a commit. */
export const COMMITS_CHANNEL = 'satchel_commits'

/** Held by the batch that writes: ids of events then ascend in the order of the commits, whoever writes. */
const WRITER_LOCK = 7_361_002
const MOST_PER_COMMIT = 100
/** Our own writers wait for one another at the lock above: whoever holds a row longer than this is a stranger. */
const ROW_LOCK_TIMEOUT = '25ms'
const RETRY_EVERY_MS = 250
const GIVE_UP_AFTER_MS = 5000
/**
 * A process that was stopped in the middle of a batch loses it to the server, so that the others can go on. What is
 * changed is named by its key: no table is small enough to be read whole for that.
 */
const SETTINGS = { enable_seqscan: 'off', idle_in_transaction_session_timeout: '3000', statement_timeout: '10000' }

interface Call {
  readonly command: Command<never, unknown>
  readonly input: unknown
  readonly since: number
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

type Outcome = { readonly call: Call } & (
  | { readonly value: unknown }
  | { readonly error: Error }
  | { readonly again: Error }
)

/**
 * One writer a process: commands that wait together share one transaction, a savepoint each, and are answered after
 * its commit. A hot wallet is then bound by neither its row lock nor round trips. While one batch commits the next one
 * goes over on a second connection, where the server lets it wait for the lock: it never waits for us to hear of the
 * commit.
 */
export function createPostgresWriter(url: string, committed: () => void, adoptHistory?: HistoryCommand) {
  const waiting: Call[] = []
  const idle = [createLane(url), createLane(url)]
  const working = new Set<Promise<void>>()
  /** A batch is on its way to its COMMIT: what comes meanwhile waits for the next one. */
  let filling = false
  let closed = false

  const beginNext = (): void => {
    const lane = filling || waiting.length === 0 ? undefined : idle.pop()
    if (lane === undefined) return
    filling = true
    const work = run(lane, waiting.splice(0, MOST_PER_COMMIT))
    working.add(work)
    void work.then(() => working.delete(work))
  }

  const run = async (lane: Lane, batch: readonly Call[]): Promise<void> => {
    let commits = false
    const makeRoom = (): void => {
      if (!commits) filling = false
      commits = true
      beginNext()
    }
    const outcomes = await lane.commitSurely(batch, makeRoom)
    idle.push(lane)
    makeRoom()
    tell(outcomes)
  }

  const tell = (outcomes: readonly Outcome[]): void => {
    outcomes.forEach(conclude)
    if (outcomes.some((outcome) => 'value' in outcome)) committed()
  }

  const conclude = (outcome: Outcome): void => {
    if ('value' in outcome) outcome.call.resolve(outcome.value as never)
    else if ('error' in outcome) outcome.call.reject(outcome.error)
    else if (closed || Date.now() - outcome.call.since > GIVE_UP_AFTER_MS) {
      outcome.call.reject(new ServiceError('unavailable', 'The database is busy or unreachable; please try again.'))
    } else setTimeout(() => enqueue(outcome.call), RETRY_EVERY_MS)
  }

  const enqueue = (call: Call): void => {
    waiting.push(call)
    beginNext()
  }

  return {
    transact: <Input, Answer>(command: Command<Input, Answer>, input: Input): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the database is closed'))
        enqueue({ command, input, since: Date.now(), resolve, reject })
      }),
    async close(): Promise<void> {
      closed = true
      while (working.size > 0) await Promise.all(working)
      await Promise.all(idle.map((lane) => lane.end()))
    },
  }
}

interface Lane {
  /**
   * Never rejects. A lost connection before the COMMIT stored nothing; one during it is looked up (money-safety A25).
   * `committing` is called when the COMMIT has been sent.
   */
  commitSurely(batch: readonly Call[], committing: () => void): Promise<readonly Outcome[]>
  end(): Promise<void>
}

/** One connection, made when it is needed and again when it was lost. */
function createLane(url: string): Lane {
  let connection: Connection | undefined
  return {
    async commitSurely(batch, committing) {
      const again = (error: unknown): Outcome[] => batch.map((call) => ({ call, again: error as Error }))
      let transaction: { id: string; outcomes: readonly Outcome[] } | undefined
      try {
        if (connection?.alive() !== true)
          connection = await connect({ url, name: 'satchel writer', settings: SETTINGS })
        transaction = await runTogether(connection, batch)
        const ending = connection.control('COMMIT')
        // Only when it has been written: what comes next takes longer.
        process.nextTick(committing)
        const { command } = (await ending) as { readonly command: string }
        // A transaction that had failed unnoticed is rolled back by its COMMIT, without an error.
        if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`)
        return transaction.outcomes
      } catch (error) {
        await connection?.end()
        connection = undefined
        if (transaction === undefined) return again(error)
        const status = await transactionStatus(url, transaction.id)
        if (status === 'committed') return transaction.outcomes
        return status === 'aborted' ? again(error) : batch.map((call) => ({ call, error: error as Error }))
      }
    },
    end: async () => connection?.end(),
  }
}

/**
 * All commands of a batch in one open transaction; the COMMIT is left to the caller. First those that may run side by
 * side, then the others one by one. Whoever fails beside others undoes them all: tried again without it, and then, when
 * even that fails, all of them one by one.
 */
async function runTogether(connection: Connection, batch: readonly Call[]) {
  let apart = new Set(batch.filter(({ command, input }) => command.sideBySide?.(input as never) !== true))
  for (const attempt of [1, 2, 3]) {
    if (batch.length - apart.size < 2 || attempt === 3) apart = new Set(batch)
    const begun = begin(connection)
    begun.catch(() => undefined)
    const beside = batch.filter((call) => !apart.has(call))
    // What they ask for first goes over with the BEGIN and is answered after it; without it all of them fail.
    const { outcomes, failed } = await runSideBySide(connection, beside)
    const id = await begun
    if (failed.length === 0) {
      const tx = createTx(connection)
      for (const call of apart) outcomes.push(await runOne(connection, tx, call))
      // Goes over with the COMMIT, which says when it failed.
      const isNews = outcomes.some((outcome) => 'value' in outcome)
      if (isNews) connection.control(`NOTIFY ${COMMITS_CHANNEL}`).catch(() => undefined)
      return { id, outcomes }
    }
    await connection.control('ROLLBACK')
    for (const call of failed) apart.add(call)
  }
  throw new Error('commands one by one cannot fail together')
}

async function begin(connection: Connection): Promise<string> {
  const begun = connection.control('BEGIN')
  const locked = connection.query<{ id: string }>(
    `SELECT pg_current_xact_id()::text AS id, pg_advisory_xact_lock(${WRITER_LOCK})`,
  )
  const bounded = connection.control(`SET LOCAL lock_timeout = '${ROW_LOCK_TIMEOUT}'`)
  const [, { rows }] = await Promise.all([begun, locked, bounded])
  return rows[0]?.id ?? ''
}

async function runSideBySide(connection: Connection, calls: readonly Call[]) {
  const tx = createSharedTx(connection)
  const settled = await Promise.allSettled(calls.map(({ command, input }) => command.run(tx, input as never)))
  await tx.idle()
  const outcomes: Outcome[] = []
  const failed: Call[] = []
  calls.forEach((call, index) => {
    const result = settled[index]
    if (result?.status === 'fulfilled') outcomes.push({ call, value: result.value })
    else failed.push(call)
  })
  return { outcomes, failed }
}

async function runOne(connection: Connection, tx: Tx, call: Call): Promise<Outcome> {
  const saved = connection.control('SAVEPOINT command')
  saved.catch(() => undefined)
  try {
    const value = await call.command.run(tx, call.input as never)
    await saved
    return { call, value }
  } catch (error) {
    if (!connection.alive()) throw error
    await connection.control('ROLLBACK TO SAVEPOINT command')
    return isPassing(error) ? { call, again: error as Error } : { call, error: error as Error }
  }
}

/** Row locked by a stranger, deadlock, serialisation failure: the same command may succeed a little later. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['55P03', '40P01', '40001'].includes(String(error.code))

async function transactionStatus(url: string, id: string): Promise<string | undefined> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS
  while (Date.now() < deadline) {
    try {
      const connection = await connect({ url, name: 'satchel commit check' })
      try {
        const { rows } = await connection.query<{ status: string | null }>(
          'SELECT pg_xact_status($1::xid8) AS status',
          [id],
        )
        const status = rows[0]?.status
        if (status === 'committed' || status === 'aborted') return status
      } finally {
        await connection.end()
      }
    } catch {
      // Not reachable yet: asked again below.
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}

function createTx(connection: Connection): Tx {
  const run = async (change: Change): Promise<number> => {
    const { rowCount } = await connection.query(change.sql, change.params)
    return requireRows(change, rowCount ?? 0)
  }
  const together = async (changes: readonly Change[]): Promise<number[]> => {
    if (changes.length < 2) return changes[0] === undefined ? [] : [await run(changes[0])]
    const { sql, params } = combine(changes)
    const { rows } = await connection.query<Record<string, bigint>>(sql, params)
    return changes.map((change, index) => requireRows(change, Number(rows[0]?.[`c${index}`] ?? 0n)))
  }
  return {
    dialect: 'postgres',
    async first<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      const { rows } = await connection.query<R & object>(sql, params)
      return rows[0] === undefined ? undefined : toRow(rows[0])
    },
    async list<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      const { rows } = await connection.query<R & object>(sql, params)
      return rows.map(toRow)
    },
    run,
    together,
    async togetherIf(first, others) {
      if ((await run(first)) === 0) return false
      await together(others)
      return true
    },
  }
}
