import type { Log } from '@satchel/http/log'
import { parseJson } from '@satchel/json/parse-json'
import type { Clock } from '../base/clock.ts'
import type { Quote, RateSource } from './rate-source.ts'
import { readQuotes, updateQuotes } from './read-rates-body.ts'

/** A price aggregator in this process. */
export interface OwnPrices {
  /** The body of a path; undefined: it has none now. */
  ask(path: string): Promise<string | undefined>
  onCycle(listener: () => void): void
}

export interface OwnPricesOptions {
  readonly ownPrices: OwnPrices
  readonly currencies: readonly string[]
  readonly clock: Clock
  readonly log: Log
}

/**
 * Reads the answers of the price aggregator in this process after each of its cycles, as strictly as those of others.
 */
export function readOwnPrices({ ownPrices, currencies, clock, log }: OwnPricesOptions): RateSource {
  const known = new Map<string, Quote>()
  const listeners: (() => void)[] = []
  let stopped = false

  const read = async (): Promise<void> => {
    const rates = await ownPrices.ask('/rates')
    // Before the first cycle there are none.
    const sources = rates === undefined ? undefined : await ownPrices.ask('/sources')
    if (stopped || rates === undefined) return
    const quotes = readQuotes(parseJson(rates), parseJson(sources ?? 'null'), currencies, clock())
    if (updateQuotes(known, quotes)) for (const listener of listeners) listener()
  }
  const learn = (): void => void read().catch((err: unknown) => log.warn({ err }, 'the prices cannot be read'))
  return {
    quotes: () => known,
    onChange: (listener) => void listeners.push(listener),
    start() {
      ownPrices.onCycle(learn)
      learn()
    },
    async stop() {
      stopped = true
    },
  }
}
