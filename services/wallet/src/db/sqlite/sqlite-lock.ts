import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import Sqlite from 'better-sqlite3'
import { identify, realPathOf } from './sqlite-place.ts'
import { asSetting } from './sqlite-trouble.ts'

export interface ProcessLock {
  close(): void
}

/**
 * Two processes on one file would both recover the same payments: the second one does not start (rule A12). Symbolic
 * links lead to one lock file beside the real file. Hard links do not, so on Linux the process also holds a socket name
 * made of device and inode. The name is visible only in one network namespace: a hard link used in another container
 * goes undetected. The kernel releases both when the process ends, however it ends.
 */
export async function lockForThisProcess(file: string): Promise<ProcessLock> {
  const inUse = new Error(`another process uses the database ${file}; several processes need PostgreSQL`)
  const path = realPathOf(file)
  const lock = asSetting(() => new Sqlite(`${path}.lock`, { timeout: 0 }))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const { code } = error as { code?: string }
    if (code?.startsWith('SQLITE_BUSY')) throw inUse
    throw new Error(`${path}.lock cannot be written (${code}): the disk may be full or read-only`, { cause: error })
  }
  const identity = identify(path)
  const name = identity === undefined ? undefined : await holdName(`satchel-database-${identity}`)
  if (name === 'taken') {
    lock.close()
    throw inUse
  }
  return {
    close() {
      name?.close()
      lock.close()
    },
  }
}

/** Holds a name that only one process of this machine can hold; undefined on systems without such names. */
async function holdName(name: string): Promise<Server | 'taken' | undefined> {
  if (process.platform !== 'linux') return undefined
  const server = createServer((socket) => socket.destroy())
  server.unref()
  try {
    // A leading NUL makes it an abstract name, not a file.
    await once(server.listen(`\0${name}`), 'listening')
    return server
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'taken' : undefined
  }
}
