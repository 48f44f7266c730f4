const TRIES_IN_EVERY_ROUND = 5
const MAX_ROUNDS_SKIPPED = 4

interface Refusal {
  count: number
  roundsToSkip: number
  error: string
}

/**
 * The pairs that an exchange rejected while it served others. Each of them stays out of the bulk request, which it
 * would fail for all, and is requested alone: in every cycle at first, later with 1 to 4 cycles between.
 */
export interface RefusedPairs {
  /** The answer to the last try, or undefined for a pair that is not refused. */
  errorOf(currency: string): string | undefined
  /** Counts one round; call it once per round. True when the pair is to be asked for in this one. */
  takeTurn(currency: string): boolean
  refuse(currency: string, error: string): void
  readmit(currency: string): void
}

export function createRefusedPairs(random: () => number): RefusedPairs {
  const refusals = new Map<string, Refusal>()
  return {
    errorOf: (currency) => refusals.get(currency)?.error,
    takeTurn(currency) {
      const refusal = refusals.get(currency)
      if (refusal === undefined || refusal.roundsToSkip === 0) return true
      refusal.roundsToSkip -= 1
      return false
    },
    refuse(currency, error) {
      const count = (refusals.get(currency)?.count ?? 0) + 1
      const roundsToSkip = count < TRIES_IN_EVERY_ROUND ? 0 : 1 + Math.floor(random() * MAX_ROUNDS_SKIPPED)
      refusals.set(currency, { count, roundsToSkip, error })
    },
    readmit: (currency) => void refusals.delete(currency),
  }
}
