import { mkdirSync, rmSync, statSync } from 'node:fs'

/** An installation or a build takes seconds; a lock this old was left behind by a process that died. */
const LOCK_EXPIRES_MS = 5 * 60_000

/** Waits until the folder can be made; returns what removes it. */
export async function takeLock(folder) {
  for (;;) {
    try {
      mkdirSync(folder)
      return () => rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Error(`cannot write to ${folder}: ${error.code}`)
      if (Date.now() - statSync(folder, { throwIfNoEntry: false })?.mtimeMs > LOCK_EXPIRES_MS) {
        rmSync(folder, { recursive: true, force: true })
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
