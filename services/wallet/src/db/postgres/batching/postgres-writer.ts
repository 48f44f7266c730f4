import { type ServiceError, unavailable } from '@satchel/http/service-error'
import type { Command, HistoryCommand } from '../../database.ts'
import { connect, type DatabaseServer } from '../postgres-connection.ts'
import { type Call, type ConnectWriter, createLane, type KnownHistory, type Outcome } from './postgres-lane.ts'

const MAX_PER_COMMIT = 100
const RETRY_EVERY_MS = 250
const GIVE_UP_AFTER_MS = 5000
/**
 * The server ends the transaction of a process that stops in the middle of a batch, so that others can continue. No
 * sequential scans: changes find their rows by key. No `statement_timeout`: it would end a COMMIT's wait for a
 * synchronous standby and report it as committed.
 */
const SETTINGS = {
  enable_seqscan: 'off',
  idle_in_transaction_session_timeout: '3000',
  lock_timeout: '10000',
  client_connection_check_interval: '5s',
}

/** A command that writes or audits millions of rows: no deadline, and tables are read whole. */
const LONG_SETTINGS = { ...SETTINGS, enable_seqscan: 'on', idle_in_transaction_session_timeout: '0' }
const LONG_MS = 3_600_000

/** Opens a service's connections for writing. `long`: commands may take an hour. */
export const connectWriter =
  (server: DatabaseServer, long = false): ConnectWriter =>
  async () => {
    const how = long ? { settings: LONG_SETTINGS, silenceMs: LONG_MS } : { settings: SETTINGS }
    const connection = await connect({ ...server, name: 'satchel writer', ...how })
    try {
      const { rows } = await connection.query<{ id: string }>(
        `SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()), 'payments'::regclass::oid) AS id`,
      )
      return { ...connection, dataId: rows[0]?.id ?? '' }
    } catch (error) {
      await connection.end()
      throw error
    }
  }

/**
 * One writer per process: waiting commands share one transaction and are answered after its commit. So neither row
 * locks nor round trips limit a busy wallet.
 */
export function createPostgresWriter(connectToWrite: ConnectWriter, committed: () => void, adopt?: HistoryCommand) {
  const waiting: Call[] = []
  const history: KnownHistory = { adopted: undefined, adopt }
  const lane = createLane(connectToWrite, history)
  let working: Promise<void> | undefined
  let closed = false
  const counts = { commits: 0, commands: 0 }

  const beginNext = (): void => {
    if (working === undefined && waiting.length > 0) working = run(waiting.splice(0, MAX_PER_COMMIT))
  }

  const run = async (batch: readonly Call[]): Promise<void> => {
    const outcomes = await lane.commitSurely(batch)
    counts.commits += 1
    counts.commands += batch.length
    working = undefined
    // First, so that the server works while this process handles the outcomes.
    beginNext()
    tell(outcomes)
  }

  const tell = (outcomes: readonly Outcome[]): void => {
    outcomes.forEach(conclude)
    if (outcomes.some((outcome) => 'value' in outcome)) committed()
  }

  const conclude = (outcome: Outcome): void => {
    if ('value' in outcome) outcome.call.resolve(outcome.value as never)
    else if ('error' in outcome) outcome.call.reject(outcome.error)
    else if (Date.now() - outcome.call.since > GIVE_UP_AFTER_MS) outcome.call.reject(databaseAway())
    else setTimeout(() => enqueue(outcome.call), RETRY_EVERY_MS)
  }

  const enqueue = (call: Call): void => {
    // Also what waited for another try when the database was closed.
    if (closed) return call.reject(databaseAway())
    waiting.push(call)
    beginNext()
  }

  return {
    transact: <Input, Answer>(command: Command<Input, Answer>, input: Input): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the database is closed'))
        enqueue({ command, input, since: Date.now(), resolve, reject })
      }),
    commitCounts: () => ({ ...counts }),
    async close(): Promise<void> {
      closed = true
      while (working !== undefined) await working
      await lane.end()
    },
  }
}

const databaseAway = (): ServiceError =>
  unavailable('The database is busy or unreachable; please try again.', { code: 'database_away' })
