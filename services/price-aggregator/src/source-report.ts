import { SOURCE_IDS, type Source } from './exchanges/source.ts'
import type { PriceBook } from './price-book.ts'
import type { PublishedCurrency, PublishedRates } from './published-rates.ts'
import type { SourceHealth } from './source-health.ts'

export interface SourceReportDeps {
  readonly sources: readonly Source[]
  readonly health: ReadonlyMap<string, SourceHealth>
  readonly book: PriceBook
  readonly intervalMs: number
}

/** A value that missed this many cycles is stale. */
const STALE_CYCLES = 3
/** A price this far from the median of at least three sources is an outlier. */
const OUTLIER_DEVIATION = 0.05
const FEWEST_TO_JUDGE = 3

/**
 * How every source is doing. Staleness and outliers inform people and never change a published value: the
 * specification keeps the last known price, of any age (rule P9).
 */
export function sourceReport(deps: SourceReportDeps, rates: PublishedRates | undefined, now: number) {
  const ageOf = (at: number | null): number | null => (at === null ? null : Math.max(0, Math.round((now - at) / 1000)))
  const isStale = (at: number | null): boolean => at === null || now - at > deps.intervalMs * STALE_CYCLES
  return {
    timestamp: rates?.timestamp ?? null,
    sources: deps.sources.map((source) => {
      const health = deps.health.get(source.id)
      const lastSuccessAt = health?.lastSuccessAt ?? null
      const currencies = [...source.pairs].map(([currency, pair]) => {
        const cell = deps.book.cell(source.id, currency)
        const { deviation, outlier } = judge(rates?.byCurrency.get(currency), SOURCE_IDS.indexOf(source.id))
        const report = {
          pair,
          price: cell.price,
          updated: isoOf(cell.updatedAt),
          traded: isoOf(cell.tradedAt),
          age_seconds: ageOf(cell.updatedAt),
          stale: isStale(cell.updatedAt),
          deviation,
          outlier,
          error: cell.error,
        }
        return [currency, report] as const
      })
      return {
        id: source.id,
        label: source.label,
        enabled: source.enabled,
        last_success: isoOf(lastSuccessAt),
        last_error: health?.lastError ?? null,
        age_seconds: ageOf(lastSuccessAt),
        consecutive_failures: health?.consecutiveFailures ?? 0,
        stale: isStale(lastSuccessAt),
        currencies: Object.fromEntries(currencies),
      }
    }),
  }
}

export type SourceReport = ReturnType<typeof sourceReport>

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

function judge(currency: PublishedCurrency | undefined, at: number): { deviation: number | null; outlier: boolean } {
  const price = currency?.prices[at] ?? null
  const median = currency?.statistics.median ?? null
  if (currency === undefined || price === null || median === null) return { deviation: null, outlier: false }
  const deviation = Math.round((price / median - 1) * 1e6) / 1e6
  const known = currency.prices.filter((value) => value !== null).length
  return { deviation, outlier: known >= FEWEST_TO_JUDGE && Math.abs(deviation) > OUTLIER_DEVIATION }
}
