import type { Decimal } from '@satchel/money/decimal'

/** The price of 1 BTC in one currency. */
export interface Quote {
  readonly price: Decimal
  /** When it was made, Unix milliseconds. */
  readonly at: number
  /** True: converted from the price in another currency (reference-rates.ts). */
  readonly isConverted?: true
}

/** By currency code. One that is not in it has no price yet. */
export type Quotes = ReadonlyMap<string, Quote>

/** The source of prices. Reading them never waits: the last known ones are in memory, at any age. */
export interface RateSource {
  quotes(): Quotes
  /** Called when quotes have changed. */
  onChange(listener: () => void): void
  /** Starts to follow the prices; returns immediately, whether or not any are available. */
  start(): void
  stop(): Promise<void>
}
