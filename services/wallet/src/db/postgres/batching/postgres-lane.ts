import { randomUUID } from 'node:crypto'
import { type ServiceError, unavailable } from '@satchel/http/service-error'
import type { Command, HistoryCommand, Tx } from '../../database.ts'
import type { Connection } from '../postgres-connection.ts'
import { beginMarked, commit, isStored } from './commit-marks.ts'
import { createTx } from './postgres-tx.ts'
import { createSharedTx } from './shared-tx.ts'

/** The channel on which all processes are notified of a commit. */
export const COMMITS_CHANNEL = 'satchel_commits'

/**
 * Our own writers wait for one another at the writers' lock: a row lock that lasts longer belongs to another program.
 */
const ROW_LOCK_TIMEOUT = '25ms'
/** How long a lost COMMIT is looked up before its callers get the answer that its outcome is unknown. */
const LOOK_UP_MS = 30_000
const LOOK_UP_EVERY_MS = 100

export interface Call {
  readonly command: Command<never, unknown>
  readonly input: unknown
  readonly since: number
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

export type Outcome = { readonly call: Call } & (
  | { readonly value: unknown }
  | { readonly error: Error }
  | { readonly again: Error }
)

/** Opens a connection for writing. */
export type ConnectWriter = () => Promise<WriterConnection>

export interface WriterConnection extends Connection {
  /** The server's system identifier and the OID of `payments`: one of them changes with another copy of the data. */
  readonly dataId: string
}

/** The database history that this process writes to. */
export interface KnownHistory {
  adopted: string | undefined
  readonly adopt: HistoryCommand | undefined
}

export interface Lane {
  /** Never rejects. A connection lost before the COMMIT stored nothing; one lost during it is looked up (rule A25). */
  commitSurely(batch: readonly Call[]): Promise<readonly Outcome[]>
  end(): Promise<void>
}

/** One connection, made when it is needed and again when it was lost. */
export function createLane(connect: ConnectWriter, history: KnownHistory): Lane {
  const lane = randomUUID()
  let batches = 0
  let connection: WriterConnection | undefined
  const drop = async (): Promise<void> => {
    const lost = connection
    connection = undefined
    await lost?.end()
  }
  return {
    async commitSurely(calls) {
      const again = (error: unknown): Outcome[] => calls.map((call) => ({ call, again: error as Error }))
      batches += 1
      const batch = `${lane}/${batches}`
      let outcomes: readonly Outcome[] | undefined
      try {
        if (connection?.alive() !== true) connection = await connect()
        const begun = await runTogether(connection, calls, { lane, batch, history })
        outcomes = begun.outcomes
        await commit(connection)
        history.adopted = begun.history
        return outcomes
      } catch (error) {
        await drop()
        if (outcomes === undefined) return again(error)
        const stored = await lookUp(connect, lane, batch)
        if (stored === undefined) return calls.map((call) => ({ call, error: unknownOutcome() }))
        return stored ? outcomes : again(error)
      }
    },
    end: drop,
  }
}

const unknownOutcome = (): ServiceError =>
  unavailable(
    'The database did not confirm whether this is stored. Look before you repeat it, or repeat it with the same Idempotency-Key.',
    { code: 'outcome_unknown' },
  )

/** Undefined: the server could not be asked in time. */
async function lookUp(connect: ConnectWriter, lane: string, batch: string): Promise<boolean | undefined> {
  const deadline = performance.now() + LOOK_UP_MS
  while (performance.now() < deadline) {
    let connection: Connection | undefined
    try {
      connection = await connect()
      return await isStored(connection, lane, batch)
    } catch {
      // Not reachable yet, or not confirmed: asked again below.
    } finally {
      await connection?.end()
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_UP_EVERY_MS))
  }
  return undefined
}

interface Batch {
  readonly lane: string
  readonly batch: string
  readonly history: KnownHistory
}

/**
 * Runs all commands of a batch in one open transaction; the caller commits. First those that may interleave, then the
 * others in sequence. An interleaved command that fails rolls all of them back: they are retried without it, and if
 * that fails, too, in sequence.
 */
async function runTogether(connection: WriterConnection, calls: readonly Call[], batch: Batch) {
  let apart = new Set(calls.filter(({ command, input }) => command.canInterleave?.(input as never) !== true))
  // No command interleaves with the one that stores another history: it decides about the rows of the others.
  if (batch.history.adopt !== undefined && batch.history.adopted === undefined) apart = new Set(calls)
  for (const attempt of [1, 2, 3]) {
    if (calls.length - apart.size < 2 || attempt === 3) apart = new Set(calls)
    const begun = begin(connection, batch)
    begun.catch(() => undefined)
    const beside = calls.filter((call) => !apart.has(call))
    // Their first statements are sent together with the BEGIN; if BEGIN fails, they all fail.
    const { outcomes, failed } = await runSideBySide(connection, beside)
    const history = await begun
    const isKnown = batch.history.adopt === undefined || history === batch.history.adopted
    if (failed.length === 0 && (isKnown || beside.length === 0)) {
      const tx = createTx(connection)
      if (!isKnown) await batch.history.adopt?.run(tx, { history, expected: expectedBy(batch.history, history) })
      for (const call of apart) outcomes.push(await runOne(connection, tx, call))
      // Sent together with the COMMIT, which fails if this does.
      const isNews = outcomes.some((outcome) => 'value' in outcome)
      if (isNews) connection.control(`NOTIFY ${COMMITS_CHANNEL}`).catch(() => undefined)
      return { history, outcomes }
    }
    await connection.control('ROLLBACK')
    for (const call of isKnown ? failed : calls) apart.add(call)
  }
  throw new Error('commands one by one cannot fail together')
}

/**
 * The history that the database must have stored if nothing has changed. A process that has written to another history
 * detects a change itself: a promoted standby has stored the same history as the process, and an old server that came
 * back has stored its own.
 */
const expectedBy = ({ adopted }: KnownHistory, history: string): string =>
  adopted === undefined ? history : `another than ${history}`

async function begin(connection: WriterConnection, { lane, batch }: Batch): Promise<string> {
  const begun = beginMarked(connection, lane, batch)
  const [timeline] = await Promise.all([begun, connection.control(`SET LOCAL lock_timeout = '${ROW_LOCK_TIMEOUT}'`)])
  return `${connection.dataId}/${timeline}`
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

/** A row lock of another program, a deadlock or a serialization failure: the same command may succeed on retry. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['55P03', '40P01', '40001'].includes(String(error.code))
