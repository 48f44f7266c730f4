import type { Connection } from '../postgres-connection.ts'

/** Held by the writing batch, so that event ids ascend in commit order across processes. */
const WRITER_LOCK = 7_361_002

/**
 * Opens a batch's transaction: takes the writers' lock and writes the batch's id into its lane's row, so that a lost
 * COMMIT can be looked up (decision 0030). Returns the timeline of the server's write-ahead log.
 */
export async function beginMarked(connection: Connection, lane: string, batch: string): Promise<string> {
  const begun = connection.control('BEGIN')
  const locked = connection.query<{ timeline: string }>(
    `SELECT pg_advisory_xact_lock(${WRITER_LOCK}), substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS timeline`,
  )
  const marked = connection.query(MARK, [lane, batch, Date.now()])
  const [, { rows }] = await Promise.all([begun, locked, marked])
  return rows[0]?.timeline ?? ''
}

const MARK = `INSERT INTO commit_marks (lane, batch, at) VALUES ($1, $2, $3)
  ON CONFLICT (lane) DO UPDATE SET batch = excluded.batch, at = excluded.at`

/**
 * Whether a batch whose COMMIT got no answer is stored. Once this holds the writers' lock, the batch's transaction has
 * ended. This transaction writes, too, so its commit is confirmed only when all earlier ones are durable. Rejects when
 * the server is unreachable or does not confirm.
 */
export async function isStored(connection: Connection, lane: string, batch: string): Promise<boolean> {
  const [, , { rows }] = await Promise.all([
    connection.control('BEGIN'),
    connection.query(`SELECT pg_advisory_xact_lock(${WRITER_LOCK})`),
    connection.query<{ batch: string }>('SELECT batch FROM commit_marks WHERE lane = $1 FOR UPDATE', [lane]),
    connection.query(TOUCH, [lane, Date.now()]),
  ])
  await commit(connection)
  return rows[0]?.batch === batch
}

const TOUCH = `INSERT INTO commit_marks (lane, batch, at) VALUES ($1, '', $2)
  ON CONFLICT (lane) DO UPDATE SET at = excluded.at`

/** Rejects unless the server confirms that the transaction is stored, here and at its synchronous standbys. */
export async function commit(connection: Connection): Promise<void> {
  connection.takeWarning()
  const { command } = (await connection.control('COMMIT')) as { readonly command: string }
  // COMMIT rolls back a failed transaction without an error.
  if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`)
  // "canceling wait for synchronous replication": stored here, and perhaps nowhere else.
  const warning = connection.takeWarning()
  if (warning !== undefined) throw new Error(`the commit is in doubt: ${warning}`)
}
