import type { PublishedRates } from './published-rates.ts'

export interface HistoryPoint {
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly median: number
  readonly min: number
  readonly max: number
}

/** One cycle of the past: when it completed, and median, min and max per currency that had a price. */
export interface HistoryCycle {
  readonly at: number
  readonly currencies: Readonly<Record<string, readonly [median: number, min: number, max: number]>>
}

export interface HistoryQuery {
  readonly currency: string
  /** Unix seconds, inclusive. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly limit: number
}

/** The last cycles, oldest first; the oldest make room for the newest. */
export interface PriceHistory {
  readonly cycles: readonly HistoryCycle[]
  add(cycle: HistoryCycle): void
  /** The newest `limit` points in the range, newest last. */
  points(query: HistoryQuery): HistoryPoint[]
}

/** Three and a half days at the default interval, about a megabyte. */
export const MAX_CYCLES = 5_000

export function createPriceHistory(restored: readonly HistoryCycle[] = []): PriceHistory {
  let cycles = restored.slice(-MAX_CYCLES)
  return {
    get cycles() {
      return cycles
    },
    add(cycle) {
      cycles.push(cycle)
      // Trimmed in strides: moving the whole list for every cycle would be work for nothing.
      if (cycles.length > MAX_CYCLES * 1.1) cycles = cycles.slice(-MAX_CYCLES)
    },
    points({ currency, from, to, limit }) {
      const found: HistoryPoint[] = []
      for (let index = cycles.length - 1; index >= 0 && found.length < limit; index -= 1) {
        const cycle = cycles[index] as HistoryCycle
        const values = cycle.currencies[currency]
        if (values === undefined || cycle.at > (to ?? Number.POSITIVE_INFINITY) * 1000) continue
        if (cycle.at < (from ?? 0) * 1000) continue
        const [median, min, max] = values
        found.push({ timestamp: new Date(cycle.at).toISOString(), median, min, max })
      }
      return found.reverse()
    },
  }
}

export function toHistoryCycle(rates: PublishedRates): HistoryCycle {
  const currencies: Record<string, readonly [number, number, number]> = {}
  for (const [currency, { statistics }] of rates.byCurrency) {
    const { median, min, max } = statistics
    if (median !== null && min !== null && max !== null) currencies[currency] = [median, min, max]
  }
  return { at: rates.completedAt, currencies }
}
