import { refuse } from '@satchel/extension-sdk/refusal'

/** How often something may happen in a minute, by any name. */
export interface MinuteQuota {
  /** Throws 429 (`why`) when this would be more than `most` in a minute. */
  take(name: string, most: number, why: string): void
}

const WINDOW_MS = 60_000
const MOST_REMEMBERED = 50_000

/** Counted in this process; a process that is asked by very many forgets the oldest windows. */
export function createMinuteQuota(clock: () => number): MinuteQuota {
  const windows = new Map<string, { count: number; readonly endsAt: number }>()
  return {
    take(name, most, why) {
      const now = clock()
      let window = windows.get(name)
      if (window === undefined || window.endsAt <= now) {
        windows.delete(name)
        const [oldest] = windows.keys()
        if (windows.size >= MOST_REMEMBERED && oldest !== undefined) windows.delete(oldest)
        window = { count: 0, endsAt: now + WINDOW_MS }
        windows.set(name, window)
      }
      window.count += 1
      if (window.count > most) throw refuse(why, 429)
    },
  }
}

/** Where SERVICE_RATE_LIMIT_NO is 0. */
export const NO_QUOTA: MinuteQuota = { take: () => undefined }
