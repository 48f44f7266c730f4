import type { Decimal } from '@satchel/money/decimal'

/** The price of 1 BTC in one currency. */
export interface Quote {
  readonly price: Decimal
  /** When it was made, Unix milliseconds. */
  readonly at: number
}

/** By currency code. One that is not in it has no price yet. */
export type Quotes = ReadonlyMap<string, Quote>

/** Where prices come from. Asking never waits for anybody: what is known is in memory, however old it is. */
export interface RateSource {
  quotes(): Quotes
  /** Called when quotes have changed. */
  onChange(listener: () => void): void
  /** Begins to follow the prices; comes back at once, whether they can be had or not. */
  start(): void
  stop(): Promise<void>
}
