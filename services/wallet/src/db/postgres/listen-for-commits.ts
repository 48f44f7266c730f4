import { COMMITS_CHANNEL } from './batching/postgres-lane.ts'
import { type Connection, connect, type DatabaseServer } from './postgres-connection.ts'
import { holdSessionLock } from './session-lock.ts'

/** `shared`: services have the database open. `alone`: exclusive access; no service may run or start meanwhile. */
export type Hold = 'shared' | 'alone'

/** Held by every process that has the database open. */
const USE_LOCK = 7_361_003
const RETRY_EVERY_MS = 500
/** How long a starting service waits for a program with exclusive access, which mostly ends soon. */
const WAIT_FOR_OTHERS_MS = 15_000

/**
 * Listens for other processes' commits. Reports one after a lost connection, because some may have been missed. The
 * same connection holds the lock that marks the database as in use.
 */
export async function listenForCommits(
  server: DatabaseServer,
  tell: () => void,
  { hold, session }: { readonly hold: Hold; readonly session: string },
) {
  let closed = false
  const open = async (): Promise<Connection> => {
    const opened = await connect({ ...server, name: 'satchel listener' })
    try {
      await takeHold(opened, hold)
      await holdSessionLock(opened, session)
      opened.client.on('notification', tell)
      await opened.control(`LISTEN ${COMMITS_CHANNEL}`)
      return opened
    } catch (error) {
      await opened.end()
      throw error
    }
  }
  let connection = await open()
  const openAgain = async (): Promise<void> => {
    while (!closed) {
      await pause()
      try {
        connection = await open()
        return tell()
      } catch {
        // The server is unreachable: retry.
      }
    }
  }
  const stayOpen = async (): Promise<void> => {
    while (!closed) {
      const { client, alive } = connection
      if (alive()) await new Promise((resolve) => client.once('end', resolve))
      await openAgain()
    }
  }
  const staying = stayOpen()
  return {
    async close(): Promise<void> {
      closed = true
      await connection.end()
      await staying
      await connection.end()
    },
  }
}

async function takeHold(connection: Connection, hold: Hold): Promise<void> {
  const lock = hold === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const deadline = performance.now() + (hold === 'alone' ? 0 : WAIT_FOR_OTHERS_MS)
  for (;;) {
    const { rows } = await connection.query<{ held: boolean }>(`SELECT ${lock}(${USE_LOCK}) AS held`)
    if (rows[0]?.held === true) return
    if (performance.now() >= deadline) {
      throw new Error(
        hold === 'alone'
          ? 'a service uses the database: stop it first'
          : 'the database is used by a program that must be alone with it: wait until it is done',
      )
    }
    await pause()
  }
}

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
