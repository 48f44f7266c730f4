/** Limits each extension to an average number of calls per second; further calls wait. */
export interface CallPace {
  /** Counts one call. Returns how long it has to wait, in milliseconds. */
  take(extension: string): number
  /** How long the next one would have to wait. */
  peek(extension: string): number
}

/** `burst`: concurrent calls of an idle extension. */
export function createCallPace(
  now: () => number,
  { perSecond, burst }: { perSecond: number; burst: number },
): CallPace {
  const stepMs = 1000 / perSecond
  /** The time by which all calls so far are within the rate. */
  const paidAt = new Map<string, number>()
  const peek = (extension: string): number => Math.max(0, (paidAt.get(extension) ?? 0) - now() - burst * stepMs)
  return {
    take(extension) {
      paidAt.set(extension, Math.max(now(), paidAt.get(extension) ?? 0) + stepMs)
      return peek(extension)
    },
    peek,
  }
}

/** No call waits. */
export const NO_PACE: CallPace = { take: () => 0, peek: () => 0 }
