import Sqlite from 'better-sqlite3'
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runBehind } from '@satchel/worker/run-behind'
import { isDiskError } from './sqlite-trouble.ts'

/** Throws when SQLite finds the file damaged. Takes about 0.15 s for 100 MB, plus what reading the disk takes. */
export function requireSoundFile(file: string): void {
  const problem = findProblem(file)
  if (problem === undefined) return
  throw new Error(
    `the database ${file} is damaged (${problem}); nothing was changed. Bring it back from a backup: docs/guide/operating.md, "The database file is damaged"`,
  )
}

function findProblem(file: string): string | undefined {
  try {
    const db = new Sqlite(file, { readonly: true, timeout: 5000 })
    try {
      const found = String(db.pragma('quick_check(1)', { simple: true }))
      return found === 'ok' ? undefined : found.replaceAll('\n', ' ')
    } finally {
      db.close()
    }
  } catch (error) {
    if (isDiskError(error)) return (error as Error).message
    throw error
  }
}

/** The exit code of `sqlite-check-process.ts`. */
export const DAMAGED = 2
/** Up to this size a start waits for the check. */
const SMALL_BYTES = 128 * 1024 * 1024
/** A check in the first seconds would slow the start down. */
const BEGIN_MS = 10_000

export interface FileCheck {
  stop(): Promise<void>
}

/**
 * Checks the file at a start: a small one first, which throws if it is damaged; a large one while the service already
 * runs, which calls `onDamage` if it is damaged.
 */
export function checkAtStart(
  file: string,
  onDamage: (reason: string) => void,
  { smallBytes = SMALL_BYTES, beginMs = BEGIN_MS } = {},
): FileCheck {
  if (statSync(file).size <= smallBytes) {
    requireSoundFile(file)
    return { stop: async () => undefined }
  }
  let running: FileCheck | undefined
  const timer = setTimeout(() => {
    running = checkInProcess(file, onDamage)
  }, beginMs)
  timer.unref()
  return {
    async stop() {
      clearTimeout(timer)
      await running?.stop()
    },
  }
}

/** In a separate process, because SQLite's check cannot be interrupted in a thread. */
function checkInProcess(file: string, onDamage: (reason: string) => void): FileCheck {
  const script = fileURLToPath(new URL('./sqlite-check-process.ts', import.meta.url))
  const child = execFile(process.execPath, [script, file])
  child.unref()
  runBehind(child.pid)
  let said = ''
  child.stderr?.on('data', (part: string) => {
    said += part
  })
  // It was killed or could not run: the file's state is unknown.
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', (code) => {
      if (code === DAMAGED) onDamage(said.trim())
      resolve()
    })
  })
  return {
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
