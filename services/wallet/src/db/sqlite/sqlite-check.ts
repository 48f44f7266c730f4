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
/** Up to this size the check takes less time than starting a process for it. */
const SMALL_BYTES = 32 * 1024 * 1024
const START_MS = 300

export interface FileCheck {
  stop(): Promise<void>
}

/**
 * The check at a start. It waits for a moment at most: a larger database starts, and `onDamage` is called with what is
 * found later. In a separate process, because SQLite's check cannot be interrupted in a thread.
 */
export async function checkAtStart(
  file: string,
  onDamage: (reason: string) => void,
  smallBytes = SMALL_BYTES,
  startMs = START_MS,
): Promise<FileCheck> {
  if (statSync(file).size <= smallBytes) {
    requireSoundFile(file)
    return { stop: async () => undefined }
  }
  const script = fileURLToPath(new URL('./sqlite-check-process.ts', import.meta.url))
  const child = execFile(process.execPath, [script, file])
  child.unref()
  runBehind(child.pid)
  let said = ''
  child.stderr?.on('data', (part: string) => {
    said += part
  })
  let late = false
  // Killed, or it could not run: that says nothing about the file.
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('close', (code) => resolve(code === DAMAGED ? said.trim() : undefined))
  }).then((damage) => {
    if (damage === undefined) return
    if (!late) throw new Error(damage)
    onDamage(damage)
  })
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      late = true
      resolve()
    }, startMs)
  })
  await Promise.race([ended, deadline]).finally(() => clearTimeout(timer))
  return {
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
