import { setTimeout as delay } from 'node:timers/promises'

const POLL_EVERY_MS = 25

/** Polls until `poll` returns neither undefined nor false; after the deadline throws an error that names `wanted`. */
export async function eventually<T>(
  wanted: string,
  poll: () => Promise<T | undefined | false>,
  withinMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await poll()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${wanted}`)
    await delay(POLL_EVERY_MS)
  }
}
