const STRIKES = 3
const WITHIN_MS = 10 * 60_000

/** Counts how often the sandbox has had to end a run of a package. */
export function createStrikes(clock: () => number) {
  const strikes = new Map<string, number[]>()
  return {
    /** True: it was the third one within ten minutes. */
    add(extId: string): boolean {
      const now = clock()
      const recent = [...(strikes.get(extId) ?? []).filter((at) => at > now - WITHIN_MS), now]
      strikes.set(extId, recent.length >= STRIKES ? [] : recent)
      return recent.length >= STRIKES
    },
  }
}
