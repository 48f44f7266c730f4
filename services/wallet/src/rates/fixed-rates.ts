import type { Decimal } from '@satchel/money/decimal'
import type { Clock } from '../base/clock.ts'
import type { RateSource } from './rate-source.ts'

/** Rates that the operator has set, always current. Without any, the source of a service that has no rates. */
export const createFixedRates = (prices: ReadonlyMap<string, Decimal>, clock: Clock): RateSource => ({
  quotes() {
    const at = clock()
    return new Map([...prices].map(([currency, price]) => [currency, { price, at }]))
  },
  onChange() {},
  start() {},
  async stop() {},
})
