import { unavailable } from '@satchel/http/service-error'
import type { Clock } from '../base/clock.ts'
import type { Quote, Quotes, RateSource } from './rate-source.ts'

/** The known prices, and those that may move money. */
export interface Rates {
  /** Those there may be a rate for, upper case. */
  readonly currencies: readonly string[]
  /** A price older than this is not used for money. */
  readonly maxAgeSeconds: number
  /** The code of a currency, however it is written; undefined = not one of ours. */
  codeOf(name: string): string | undefined
  /** For display: the last price, at any age. */
  lastQuote(currency: string): Quote | undefined
  /** One snapshot of the prices that are recent enough for money (rule D14). */
  quotesForMoney(): Quotes
}

export interface RatesDeps {
  readonly source: RateSource
  readonly currencies: readonly string[]
  readonly maxAgeSeconds: number
  readonly clock: Clock
}

export const createRates = ({ source, currencies, maxAgeSeconds, clock }: RatesDeps): Rates => ({
  currencies,
  maxAgeSeconds,
  codeOf(name) {
    const code = name.toUpperCase()
    return currencies.includes(code) ? code : undefined
  },
  lastQuote: (currency) => source.quotes().get(currency),
  quotesForMoney() {
    const oldest = clock() - maxAgeSeconds * 1000
    return new Map([...source.quotes()].filter(([, { at }]) => at >= oldest))
  },
})

/** The quote of a currency, or 503. */
export function requireQuote(quotes: Quotes, currency: string): Quote {
  const quote = quotes.get(currency)
  if (quote === undefined)
    throw unavailable(`No current rate for ${currency}.`, { code: 'rate_unknown', params: { currency } })
  return quote
}
