import type { Decimal } from '@satchel/money/decimal'
import type { Clock } from '../clock.ts'
import type { RateSource } from './rate-source.ts'

/** Rates the operator has set: always of this moment. Without any it is the source of whoever has no source. */
export const createFixedRates = (prices: ReadonlyMap<string, Decimal>, clock: Clock): RateSource => ({
  quotes() {
    const at = clock()
    return new Map([...prices].map(([currency, price]) => [currency, { price, at }]))
  },
  onChange() {},
  start() {},
  async stop() {},
})
