import { refuse } from '@satchel/extension-sdk/refusal'

/** How often something may happen in a minute, by any name. */
export interface MinuteQuota {
  /** Throws 429 (`why`) when this would be more than `most` in a minute. */
  take(name: string, most: number, why: string): void
  /** Remembers a thing under the name until `endsAt`: Unix milliseconds. */
  note(name: string, thing: string, endsAt: number): void
  /** What was noted under the name and has not ended. */
  noted(name: string): readonly string[]
}

const WINDOW_MS = 60_000
const MOST_REMEMBERED = 50_000
const MOST_NOTED = 1000

/** Counted in this process; a process that is asked by very many forgets the oldest. */
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
        remember(windows, name, window)
      }
      window.count += 1
      if (window.count > most) throw refuse(why, 429, Math.ceil((window.endsAt - now) / 1000))
    },
    note(name, thing, endsAt) {
      remember(notes, name, [...notesOf(name), { thing, endsAt }].slice(-MOST_NOTED))
    },
    noted: (name) => notesOf(name).map(({ thing }) => thing),
  }
}

interface Note {
  readonly thing: string
  readonly endsAt: number
}

/** As the newest; the oldest goes where there are too many. */
function remember<T>(all: Map<string, T>, name: string, value: T): void {
  all.delete(name)
  const [oldest] = all.keys()
  if (all.size >= MOST_REMEMBERED && oldest !== undefined) all.delete(oldest)
  all.set(name, value)
}

/** Where SERVICE_RATE_LIMIT_NO is 0. */
export const NO_QUOTA: MinuteQuota = { take: () => undefined, note: () => undefined, noted: () => [] }
