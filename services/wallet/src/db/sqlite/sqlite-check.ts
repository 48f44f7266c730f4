import { execFile } from 'node:child_process'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runBehind } from '@satchel/worker/run-behind'
import Sqlite from 'better-sqlite3'
import { isDiskError } from './sqlite-trouble.ts'

/**
 * Throws when SQLite finds the file damaged. Takes about 0.15 s for 100 MB, plus what reading the disk takes. `named`: the
 * file of which this one is a copy.
 */
export function requireSoundFile(file: string, named = file): void {
  const problem = findProblem(file)
  if (problem !== undefined) throw new Error(`${damaged(named, problem)} Nothing was changed.`)
}

const damaged = (file: string, problem: string): string =>
  `the database ${file} is damaged (${problem}). Bring it back from a backup: docs/guide/operating.md, "The database file is gone, damaged or full".`

/** What SQLite finds wrong with the file. Undefined = it is sound. */
export function findProblem(file: string): string | undefined {
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
  /** Ends the wait for a check of a large file: checks now, and throws if the file is damaged. */
  now(): void
  stop(): Promise<void>
}

/**
 * Checks the file at a start: a small one first, which throws if it is damaged; a large one while the service already
 * runs, which calls `onDamage` if it is damaged. Later starts then wait for the check: otherwise a supervisor would
 * restart the service on the damaged file again and again.
 */
export function checkAtStart(
  file: string,
  onDamage: (reason: string) => void,
  { smallBytes = SMALL_BYTES, beginMs = BEGIN_MS } = {},
): FileCheck {
  const mark = `${file}.damaged`
  if (statSync(file).size <= smallBytes || existsSync(mark)) {
    requireSoundFile(file)
    rmSync(mark, { force: true })
    return { now: () => undefined, stop: async () => undefined }
  }
  let running: Pick<FileCheck, 'stop'> | undefined
  const timer = setTimeout(() => {
    running = checkInProcess(file, (problem) => {
      noteDamage(mark, problem)
      onDamage(damaged(file, problem))
    })
  }, beginMs)
  timer.unref()
  return {
    now() {
      clearTimeout(timer)
      requireSoundFile(file)
    },
    async stop() {
      clearTimeout(timer)
      await running?.stop()
    },
  }
}

function noteDamage(mark: string, problem: string): void {
  try {
    writeFileSync(mark, problem, { mode: 0o600 })
  } catch {
    // Without it the next start serves before its check, as this one did.
  }
}

/** In a separate process, because SQLite's check cannot be interrupted in a thread. */
function checkInProcess(file: string, onDamage: (problem: string) => void): Pick<FileCheck, 'stop'> {
  const script = fileURLToPath(new URL('./sqlite-check-process.ts', import.meta.url))
  const child = execFile(process.execPath, [script, file])
  child.unref()
  runBehind(child.pid)
  let output = ''
  child.stderr?.on('data', (part: string) => {
    output += part
  })
  // It was killed or could not run: the file's state is unknown.
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', (code) => {
      if (code === DAMAGED) onDamage(output.trim())
      resolve()
    })
  })
  return {
    async stop() {
      // A command has nothing else that keeps it running until then.
      child.ref()
      child.kill('SIGKILL')
      await ended
    },
  }
}
