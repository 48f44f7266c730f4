import { createHash } from 'node:crypto'
import type { VirtualTime } from './virtual-time.ts'

/** The events of a run, in order. Two runs of one seed have the same digest. */
export interface Trace {
  note(what: string): void
  /** The digest of all events so far. */
  digest(): string
  /** The last lines. */
  tail(lines: number): readonly string[]
}

/** `print`: each line goes there, too. Only the last lines are kept. */
export function createTrace(time: VirtualTime, print?: (line: string) => void): Trace {
  const digest = createHash('sha256')
  const kept: string[] = []
  return {
    note(what) {
      const line = `${(time.now() / 1000).toFixed(3).padStart(9)} ${time.actor().name.padEnd(6)} ${what}`
      digest.update(line)
      kept.push(line)
      if (kept.length > 2 * MAX_KEPT) kept.splice(0, MAX_KEPT)
      print?.(line)
    },
    digest: () => digest.copy().digest('hex').slice(0, 16),
    tail: (lines) => kept.slice(-lines),
  }
}

const MAX_KEPT = 2000
