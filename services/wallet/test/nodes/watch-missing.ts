import { setTimeout as pause } from 'node:timers/promises'
import type { NodeStage } from './node-stage.ts'

const EVERY_MS = 2000

/** Watches for payments that are pending in the books but unknown to the node. */
export interface MissingWatch {
  /** The longest time that the node did not have one, seconds; it counts on while the node is away. */
  stop(): Promise<number>
}

export function watchMissing({ network, readBooks }: NodeStage): MissingWatch {
  const stopped = new AbortController()
  const since = new Map<string, number>()
  let longestMs = 0
  const poll = async (): Promise<void> => {
    const rows = await readBooks((books) => books.rows<{ payment_hash: string }>(PENDING))
    const missing = new Set<string>()
    for (const { payment_hash: hash } of rows) {
      if ((await network.ours.findSent(hash)) === undefined) missing.add(hash)
    }
    for (const hash of since.keys()) if (!missing.has(hash)) since.delete(hash)
    for (const hash of missing) {
      if (!since.has(hash)) since.set(hash, Date.now())
      longestMs = Math.max(longestMs, Date.now() - (since.get(hash) ?? 0))
    }
  }
  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // A node that is down gives no answer.
      await poll().catch(() => undefined)
      await pause(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  const watching = watch()
  return {
    async stop() {
      stopped.abort()
      await watching
      await poll()
      return longestMs / 1000
    },
  }
}

const PENDING = `SELECT payment_hash FROM payments WHERE status = 'pending' AND direction = 'out' AND peer_id IS NULL`
