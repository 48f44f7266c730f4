import { setImmediate } from 'node:timers/promises'
import { createTurns } from '../../../throttle/turns.ts'

/**
 * Resolves when a message of the origin may be read. Reading one takes a millisecond of CPU time, so each runs in its
 * own turn of the event loop, between other requests; and origins alternate.
 */
export function createRelayTurns(): (origin: string) => Promise<void> {
  const turns = createTurns({ maxAtOnce: 1 })
  return async (origin) => {
    const leave = await turns.enter('', origin)
    await setImmediate()
    leave()
  }
}
