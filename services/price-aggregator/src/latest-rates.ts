import { notFound, unavailable } from '@satchel/http/service-error'
import type { PublishedCurrency, PublishedRates } from './published-rates.ts'

/** The newest finished cycle, and the listeners for the next one. */
export interface LatestRates {
  /** Undefined until the first cycle has completed. */
  readonly current: PublishedRates | undefined
  publish(rates: PublishedRates): void
  onPublish(listener: (rates: PublishedRates) => void): void
}

export function createLatestRates(): LatestRates {
  let current: PublishedRates | undefined
  const listeners: ((rates: PublishedRates) => void)[] = []
  return {
    get current() {
      return current
    },
    publish(rates) {
      current = rates
      for (const listener of listeners) listener(rates)
    },
    onPublish(listener) {
      listeners.push(listener)
    },
  }
}

/** The current cycle, or 503 before there is one. */
export function requireRates(latest: LatestRates): PublishedRates {
  if (latest.current === undefined) throw unavailable('No rate data available yet')
  return latest.current
}

/** A currency of the current cycle, in upper or lower case; 404 when it is not configured. */
export function requireCurrency(rates: PublishedRates, asked: string): PublishedCurrency {
  const found = rates.byCurrency.get(asked) ?? rates.byCurrency.get(asked.toUpperCase())
  if (found === undefined) throw notFound(`Currency ${asked.toUpperCase()} not configured`)
  return found
}
