import type { RateLimitStore, RateLimitStoreOptions } from './rate-limit-store.ts'
import { createRequestWindows } from './request-windows.ts'

/** Counts for one process, in memory only. */
export function createMemoryRateLimitStore(options: RateLimitStoreOptions): RateLimitStore {
  const windows = createRequestWindows(options)
  return {
    count(client) {
      const window = windows.findOrOpen(client)
      windows.set(window, window.requests + 1)
      return { requests: window.requests, resetMs: window.endsAt - windows.now() }
    },
    close: async () => undefined,
  }
}
