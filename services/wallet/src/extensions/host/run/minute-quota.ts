import { reject } from '@satchel/extension-sdk/rejection'

/** How often something may happen in a minute, by any name. */
export interface MinuteQuota {
  /** Throws 429 (`why`) when this would be more than `most` in a minute. */
  take(name: string, most: number, why: string): void
  /** How often it has happened in this minute. */
  count(name: string): number
  /** Keeps a value under the name until `endsAt`: Unix milliseconds. */
  note(name: string, thing: string, endsAt: number): void
  /** The unexpired failures under the name. */
  noted(name: string): readonly string[]
}

const WINDOW_MS = 60_000
const MAX_REMEMBERED = 50_000
const MAX_NOTED = 1000

/** Counted in this process; with very many names it evicts the oldest. */
export function createMinuteQuota(clock: () => number): MinuteQuota {
  const windows = new Map<string, { count: number; readonly endsAt: number }>()
  const notes = new Map<string, readonly Note[]>()
  const notesOf = (name: string): readonly Note[] => (notes.get(name) ?? []).filter(({ endsAt }) => endsAt > clock())
  return {
    take(name, most, why) {
      const now = clock()
      let window = windows.get(name)
      if (window === undefined || window.endsAt <= now) {
        window = { count: 0, endsAt: now + WINDOW_MS }
        keepNewest(windows, name, window)
      }
      if (window.count >= most) throw reject(why, 429, Math.ceil((window.endsAt - now) / 1000))
      window.count += 1
    },
    count(name) {
      const window = windows.get(name)
      return window === undefined || window.endsAt <= clock() ? 0 : window.count
    },
    note(name, thing, endsAt) {
      keepNewest(notes, name, [...notesOf(name), { thing, endsAt }].slice(-MAX_NOTED))
    },
    noted: (name) => notesOf(name).map(({ thing }) => thing),
  }
}

interface Note {
  readonly thing: string
  readonly endsAt: number
}

/** As the newest; the oldest goes where there are too many. */
function keepNewest<T>(all: Map<string, T>, name: string, value: T): void {
  all.delete(name)
  const [oldest] = all.keys()
  if (all.size >= MAX_REMEMBERED && oldest !== undefined) all.delete(oldest)
  all.set(name, value)
}

/** If SERVICE_RATE_LIMIT_NO is 0. */
export const NO_QUOTA: MinuteQuota = { take: () => undefined, count: () => 0, note: () => undefined, noted: () => [] }
