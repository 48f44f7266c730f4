import { decimalOf } from '@satchel/money/decimal'
import { isPrice } from '../config/rates.ts'
import type { Quote } from './rate-source.ts'

/** The quotes of a `/rates` body: as old as the prices behind them, by the `/sources` body, and never from the future. */
export function readQuotes(body: unknown, sources: unknown, currencies: readonly string[], now: number) {
  const times = readSourceTimes(sources, currencies)
  return new Map(
    [...readRatesBody(body, currencies)].map(([currency, { price, at }]): [string, Quote] => [
      currency,
      { price, at: Math.min(at, times.get(currency) ?? at, now) },
    ]),
  )
}

/** Replaces quotes by ones that are not older (rule D14). */
export function updateQuotes(known: Map<string, Quote>, news: ReadonlyMap<string, Quote>): boolean {
  let changed = false
  for (const [currency, quote] of news) {
    if (quote.at < (known.get(currency)?.at ?? 0)) continue
    known.set(currency, quote)
    changed = true
  }
  return changed
}

/**
 * The valid medians of a `/rates` body. Invalid ones are left out, so that the last price stays: prices move money and
 * are never guessed (rule D14).
 */
export function readRatesBody(body: unknown, currencies: readonly string[]): Map<string, Quote> {
  const quotes = new Map<string, Quote>()
  const at = timeOf(member(body, 'timestamp'))
  if (at === undefined) return quotes
  for (const currency of currencies) {
    const median = member(member(member(body, 'rates'), currency), 'median')
    if (isPrice(median)) quotes.set(currency, { price: decimalOf(median), at })
  }
  return quotes
}

/**
 * When the exchanges last gave their prices, by currency, from a `/sources` body: more than half of the prices behind a
 * median are at least that young. The aggregator keeps the price of a silent exchange, with an advancing timestamp.
 */
function readSourceTimes(body: unknown, currencies: readonly string[]): Map<string, number> {
  const sources = member(body, 'sources')
  const times = new Map<string, number>()
  if (!Array.isArray(sources)) return times
  for (const currency of currencies) {
    const updated = sources
      .map((source) => member(member(source, 'currencies'), currency))
      .filter((cell) => typeof member(cell, 'price') === 'number')
      .map((cell) => timeOf(member(cell, 'updated')) ?? 0)
      .sort((one, other) => other - one)
    const middle = updated[Math.floor(updated.length / 2)]
    if (middle !== undefined) times.set(currency, middle)
  }
  return times
}

const timeOf = (value: unknown): number | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** An own property: `constructor` is not a currency. */
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
