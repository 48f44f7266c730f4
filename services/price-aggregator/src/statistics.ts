import { decimalOf, mean, nearestDouble } from '@satchel/money/decimal'

export interface Statistics {
  readonly median: number | null
  readonly min: number | null
  readonly max: number | null
}

/** Min, max and median over the sources with a price; all null without any (rule P2). */
export function statisticsOf(prices: readonly (number | null)[]): Statistics {
  const sorted = prices.filter((price) => price !== null).sort((a, b) => a - b)
  const [min = null, max = null] = [sorted[0], sorted.at(-1)]
  return { median: medianOf(sorted), min, max }
}

/** With an even count the mean of the two in the middle, computed exactly: 0.1 and 0.2 give 0.15. */
function medianOf(sorted: readonly number[]): number | null {
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  if (upper === undefined || lower === undefined) return null
  return upper === lower ? upper : nearestDouble(mean(decimalOf(lower), decimalOf(upper)))
}
