/** More CPU time than this in a window makes an extension heavy: a third of a core. */
const WINDOW_MS = 10_000
const LIGHT_MS = 3000
/** How long it is heavy, from the last time that it was found to be. */
const HEAVY_MS = 600_000

/** Which extensions use much CPU time, or had to be ended lately. */
export interface HeavyList {
  isHeavy(extension: string): boolean
  /** It has used CPU time. */
  count(extension: string, milliseconds: number): void
  /** The sandbox has ended a run of it. */
  countEnded(extension: string): void
}

export function createHeavyList(now: () => number): HeavyList {
  const windows = new Map<string, { readonly endsAt: number; used: number }>()
  const heavyUntil = new Map<string, number>()
  const mark = (extension: string): void => void heavyUntil.set(extension, now() + HEAVY_MS)
  return {
    isHeavy: (extension) => (heavyUntil.get(extension) ?? 0) > now(),
    count(extension, milliseconds) {
      let window = windows.get(extension)
      if (window === undefined || window.endsAt <= now()) {
        window = { endsAt: now() + WINDOW_MS, used: 0 }
        windows.set(extension, window)
      }
      window.used += milliseconds
      if (window.used > LIGHT_MS) mark(extension)
    },
    countEnded: mark,
  }
}
