/** Lets each extension make so many calls a second, on the average; what comes faster waits. */
export interface CallPace {
  /** Counts one call. Returns how long it has to wait, in milliseconds. */
  take(extension: string): number
  /** How long the next one would have to wait. */
  peek(extension: string): number
}

/** `burst`: calls that may come at once after a rest. */
export function createCallPace(
  now: () => number,
  { perSecond, burst }: { perSecond: number; burst: number },
): CallPace {
  const stepMs = 1000 / perSecond
  /** When all calls so far are paid for, one each step. */
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

/** Nothing waits. */
export const NO_PACE: CallPace = { take: () => 0, peek: () => 0 }
