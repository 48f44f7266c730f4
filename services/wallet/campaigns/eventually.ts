import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 25

/** Polls `look` until it returns neither undefined nor false; throws what was missing after the deadline. */
export async function eventually<T>(
  wanted: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${wanted}`)
    await delay(LOOK_EVERY_MS)
  }
}
