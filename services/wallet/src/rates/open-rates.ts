import type { Log } from '@satchel/http/log'
import type { Clock } from '../base/clock.ts'
import type { RatesConfig } from '../config/rates.ts'
import type { Database } from '../db/database.ts'
import { createFixedRates } from './fixed-rates.ts'
import { followPriceAggregator } from './price-aggregator.ts'
import type { RateSource } from './rate-source.ts'
import { createRates, type Rates } from './rates.ts'
import { type OwnPrices, readOwnPrices } from './read-own-prices.ts'
import { type RateRecorder, recordRates } from './record-rates.ts'
import { withReferenceRates } from './reference-rates.ts'

export interface OpenRates {
  readonly rates: Rates
  readonly recorder: RateRecorder
  start(): void
  stop(): Promise<void>
}

export interface OpenRatesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** In place of an aggregator at a URL. */
  readonly ownPrices?: OwnPrices | undefined
}

/** The configured source, its prices and their history. Asks nothing before the start, which waits for no answer. */
export function openRates(config: RatesConfig, deps: OpenRatesDeps): OpenRates {
  const { db, clock, log } = deps
  const source = openSource(config, deps)
  const { currencies, maxAgeSeconds } = config
  const rates = createRates({ source, currencies, maxAgeSeconds, clock })
  const recorder = recordRates({ db, source, rates, clock, log })
  return {
    rates,
    recorder,
    start() {
      recorder.start()
      source.start()
    },
    async stop() {
      await source.stop()
      await recorder.stop()
    },
  }
}

function openSource(config: RatesConfig, deps: OpenRatesDeps): RateSource {
  const { source, currencies } = config
  const url = source.kind === 'aggregator' ? source.referenceUrl : undefined
  if (url === undefined) return openPrices(config, deps)
  const prices = openPrices({ ...config, currencies: [...new Set([...currencies, 'EUR'])] }, deps)
  return withReferenceRates({ ...deps, prices, url, currencies })
}

function openPrices({ source, currencies }: RatesConfig, { clock, log, ownPrices }: OpenRatesDeps): RateSource {
  switch (source.kind) {
    case 'fixed':
      return createFixedRates(source.prices, clock)
    case 'aggregator':
      if (ownPrices !== undefined) return readOwnPrices({ ownPrices, currencies, clock, log })
      return followPriceAggregator({ url: source.url, currencies, clock, log, random: Math.random })
    case 'none':
      return createFixedRates(new Map(), clock)
  }
}
