import type { RateLimitStoreOptions } from './rate-limit-store.ts'

export interface RequestWindow {
  readonly client: string
  requests: number
  endsAt: number
}

const MAX_CLIENTS = 100_000
/** Cannot be the name of a client. */
const ALL_OTHERS = '*'

/**
 * The present window of each client, in bounded memory. When it is full, the client below the limit with the least time
 * left is evicted, never one above it: filling the table gives no client a new window. When all clients in it are above
 * the limit, all others share one window.
 */
export function createRequestWindows(options: RateLimitStoreOptions) {
  const { requests: limit, windowMs, now = () => performance.now(), mostClients = MAX_CLIENTS } = options
  // Both in insertion order: expired windows are at the head.
  const below = new Map<string, RequestWindow>()
  const above = new Map<string, RequestWindow>()
  let others: RequestWindow = { client: ALL_OTHERS, requests: 0, endsAt: 0 }

  const live = (client: string, at: number): RequestWindow | undefined => {
    const window = below.get(client) ?? above.get(client)
    return window !== undefined && window.endsAt > at ? window : undefined
  }
  const open = (client: string, at: number): RequestWindow => {
    below.delete(client)
    above.delete(client)
    dropEnded(below, at)
    dropEnded(above, at)
    if (below.size + above.size >= mostClients) {
      const [oldest] = below.keys()
      if (oldest === undefined) {
        if (others.endsAt <= at) others = { client: ALL_OTHERS, requests: 0, endsAt: at + windowMs }
        return others
      }
      below.delete(oldest)
    }
    const window = { client, requests: 0, endsAt: at + windowMs }
    below.set(client, window)
    return window
  }
  return {
    now,
    find: (client: string): RequestWindow | undefined => live(client, now()),
    findOrOpen(client: string): RequestWindow {
      const at = now()
      return live(client, at) ?? open(client, at)
    },
    /** Sets the count, and protects a client above the limit from eviction. */
    set(window: RequestWindow, requests: number): void {
      window.requests = requests
      if (requests <= limit || !below.delete(window.client)) return
      above.set(window.client, window)
    },
  }
}

export type RequestWindows = ReturnType<typeof createRequestWindows>

function dropEnded(windows: Map<string, RequestWindow>, at: number): void {
  for (const [client, { endsAt }] of windows) {
    if (endsAt > at) return
    windows.delete(client)
  }
}
