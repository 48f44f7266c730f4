const WINDOW_MS = 10_000
/** More CPU time than this in a window makes an extension heavy: a third of a core. */
const LIGHT_MS = 3000
/** More than this makes it one that delays others: a tenth of a core. */
const BRIEF_MS = 1000
/** What takes longer than this without a pause counts so many times: meanwhile all others wait. */
const LONG_MS = 20
const LONG_FACTOR = 5
/** They also wait until what it says has reached the service: so many characters count as a millisecond. */
const PER_MS = 50_000
/** For how long it is, from the last time that it was found to be. */
const KEPT_MS = 600_000

/** Which extensions use much CPU time, or had to be ended lately. */
export interface HeavyList {
  /** Others would wait for it too long or too often. All that are heavy do that. */
  delaysOthers(extension: string): boolean
  isHeavy(extension: string): boolean
  /** It has run without a pause, and said something of that size. */
  countSlice(extension: string, slice: { readonly milliseconds: number; readonly size: number }): void
  /** Its code was loaded, which happens seldom. */
  countLoad(extension: string, milliseconds: number): void
  /** The sandbox has ended a run of it. */
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
