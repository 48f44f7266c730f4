const WINDOW_MS = 10_000
/** More CPU time than this in a window makes an extension heavy: a third of a core. */
const LIGHT_MS = 3000
/** More delay than this in a window makes an extension one that delays others: a tenth of a core. */
const BRIEF_MS = 1000
/** A slice longer than this counts this many times: meanwhile all other extensions wait. */
const LONG_MS = 20
const LONG_FACTOR = 5
/** Other extensions also wait for its output: this many characters count as a millisecond. */
const PER_MS = 50_000
/** How long an extension stays on the list after it was last found heavy. */
const KEPT_MS = 600_000

/** Lists extensions that use much CPU time, or whose runs were ended lately. */
export interface HeavyList {
  /** Whether others would wait for it too long or too often; true for every heavy extension. */
  delaysOthers(extension: string): boolean
  isHeavy(extension: string): boolean
  /** Records one slice, with the size of its output. */
  countSlice(extension: string, slice: { readonly milliseconds: number; readonly size: number }): void
  /** Records that its code was loaded, which happens seldom. */
  countLoad(extension: string, milliseconds: number): void
  /** Records that the sandbox has ended a run of it. */
  countEnded(extension: string): void
}

export function createHeavyList(now: () => number): HeavyList {
  const windows = new Map<string, { readonly endsAt: number; used: number; delay: number }>()
  const delayingUntil = new Map<string, number>()
  const heavyUntil = new Map<string, number>()
  const isIn = (list: ReadonlyMap<string, number>, extension: string): boolean => (list.get(extension) ?? 0) > now()
  const markHeavy = (extension: string): void => {
    for (const list of [heavyUntil, delayingUntil]) list.set(extension, now() + KEPT_MS)
  }
  const add = (extension: string, milliseconds: number, delay: number): void => {
    let window = windows.get(extension)
    if (window === undefined || window.endsAt <= now()) {
      window = { endsAt: now() + WINDOW_MS, used: 0, delay: 0 }
      windows.set(extension, window)
    }
    window.used += milliseconds
    window.delay += delay
    if (window.used > LIGHT_MS) markHeavy(extension)
    else if (window.delay > BRIEF_MS) delayingUntil.set(extension, now() + KEPT_MS)
  }
  return {
    delaysOthers: (extension) => isIn(delayingUntil, extension),
    isHeavy: (extension) => isIn(heavyUntil, extension),
    countSlice(extension, { milliseconds, size }) {
      const delay = milliseconds + size / PER_MS
      add(extension, milliseconds, delay > LONG_MS ? delay * LONG_FACTOR : delay)
    },
    countLoad: (extension, milliseconds) => add(extension, milliseconds, 0),
    countEnded: markHeavy,
  }
}
