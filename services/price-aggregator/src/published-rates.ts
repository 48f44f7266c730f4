import { createHash } from 'node:crypto'
import { type CachedAnswer, createCachedAnswer, createTaggedAnswers } from '@satchel/http/prepared/cached-answer'
import { type Decimal, decimalOf } from '@satchel/money/decimal'
import { SOURCE_IDS } from './exchanges/source.ts'
import { type Statistics, statisticsOf } from './statistics.ts'

/** One finished cycle as bytes: reads copy from here and compute nothing. */
export interface PublishedRates {
  /** ISO 8601, UTC, milliseconds: completion of the cycle (rule P11). */
  readonly timestamp: string
  readonly completedAt: number
  readonly nextCycleAt: number
  /** Names this content; the ETag of every body made from it. */
  readonly tag: string
  readonly rates: CachedAnswer
  /** For answers computed from it, such as a conversion: an answer with its tag. */
  readonly toAnswer: (body: string) => CachedAnswer
  readonly byCurrency: ReadonlyMap<string, PublishedCurrency>
  /** The cycle's event on `/stream`. */
  readonly event: Buffer
}

export interface PublishedCurrency {
  readonly answer: CachedAnswer
  readonly prices: readonly (number | null)[]
  readonly statistics: Statistics
  /** The median exactly as printed: conversions divide by the number that the client can read. */
  readonly exactMedian: Decimal | undefined
  /** A ConvertResponse up to its amount, and its end from the rate on. */
  readonly conversionHead: string
  readonly conversionTail: string
}

export interface CycleResult {
  readonly completedAt: number
  readonly nextCycleAt: number
  readonly currencies: readonly string[]
  readonly pricesOf: (currency: string) => readonly (number | null)[]
}

/** Computes the statistics and writes every body once (rule S211). */
export function publishRates(cycle: CycleResult): PublishedRates {
  const timestamp = new Date(cycle.completedAt).toISOString()
  const entries = cycle.currencies.map((currency) => {
    const prices = cycle.pricesOf(currency)
    const statistics = statisticsOf(prices)
    return { currency, prices, statistics, json: ratesJson(prices, statistics) }
  })
  const head = `{"timestamp":"${timestamp}","base":"BTC"`
  const all = `${head},"rates":{${entries.map(({ currency, json }) => `"${currency}":${json}`).join(',')}}}`
  const tag = createHash('sha256').update(all).digest('base64url').slice(0, 16)
  return {
    timestamp,
    completedAt: cycle.completedAt,
    nextCycleAt: cycle.nextCycleAt,
    tag,
    rates: createCachedAnswer(Buffer.from(all), tag),
    toAnswer: createTaggedAnswers(tag),
    event: Buffer.from(`event: rates\nid: ${timestamp}\ndata: ${all}\n\n`),
    byCurrency: new Map(
      entries.map(({ currency, prices, statistics, json }) => {
        return [
          currency,
          {
            answer: createCachedAnswer(Buffer.from(`${head},"currency":"${currency}","rates":${json}}`), tag),
            prices,
            statistics,
            exactMedian: statistics.median === null ? undefined : decimalOf(statistics.median),
            conversionHead: `{"timestamp":"${timestamp}","currency":"${currency}","amount":`,
            conversionTail: `,"rate":${statistics.median}}`,
          },
        ]
      }),
    ),
  }
}

function ratesJson(prices: readonly (number | null)[], { median, min, max }: Statistics): string {
  return JSON.stringify({
    median,
    min,
    max,
    ...Object.fromEntries(SOURCE_IDS.map((id, at) => [id, prices[at] ?? null])),
  })
}
