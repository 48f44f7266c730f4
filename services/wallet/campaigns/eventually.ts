import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 25

/** Waits until `look` answers something other than undefined and false; after the deadline it says what was missing. */
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
