import type { Breach } from '../messages.ts'

/** A limit that a guest has exceeded. */
export interface Breached {
  readonly breach: Breach
  readonly message: string
}

/** Reads the breach from an error of the engine. Guests cannot catch the errors of the first two. */
export function breachOf(error: unknown): Breached {
  const message = error instanceof Error ? error.message : String(error)
  if (message === 'interrupted') return { breach: 'time', message: 'it takes too long' }
  if (message === 'out of memory') return { breach: 'memory', message: 'it needs too much memory' }
  return { breach: 'crash', message }
}
