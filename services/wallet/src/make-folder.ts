import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A folder and those above it, unless they are there. Step by step, because Node's own recursion never ends where a
 * parent is there and takes no folder (`/proc`): then this throws.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error
  }
}
