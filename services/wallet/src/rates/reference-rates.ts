import type { Log } from '@satchel/http/log'
import { type Decimal, nearestDouble, parseDecimal } from '@satchel/money/decimal'
import { createWorker, type Worker } from '@satchel/worker/worker'
import type { Clock } from '../base/clock.ts'
import { isPrice } from '../config/rates.ts'
import { fetchBody } from './fetch-body.ts'
import type { Quote, Quotes, RateSource } from './rate-source.ts'

export interface ReferenceRatesOptions {
  /** Of the prices of exchanges. */
  readonly prices: RateSource
  /** The daily reference rates of the European Central Bank, in its XML. */
  readonly url: string
  /** Those that may get a price. */
  readonly currencies: readonly string[]
  readonly clock: Clock
  readonly log: Log
  readonly everyMs?: number
}

/** What a euro costs in other currencies. */
interface Reference {
  /** The day they were fixed, Unix milliseconds. */
  readonly at: number
  readonly perEuro: ReadonlyMap<string, Decimal>
}

const HOUR_MS = 3_600_000
const TIMEOUT_MS = 10_000
/** They are fixed on working days: older ones have missed more than the longest holidays. */
const MAX_AGE_MS = 10 * 24 * HOUR_MS

/**
 * Adds prices of currencies in which no exchange of the source trades bitcoin: the price in euros, times the reference
 * rate of the day. Such a price is as old as the price in euros.
 */
export function withReferenceRates(options: ReferenceRatesOptions): RateSource {
  const { prices, url, clock, log, everyMs = 6 * HOUR_MS } = options
  const stopping = new AbortController()
  const listeners: (() => void)[] = []
  let reference: Reference | undefined
  let worker: Worker | undefined
  let last: { readonly euro: Quote; readonly reference: Reference; readonly added: Quotes } | undefined

  const ask = async (): Promise<void> => {
    const body = await fetchBody(url, { accept: 'application/xml', timeoutMs: TIMEOUT_MS, stopping: stopping.signal })
    const read = readReference(body ?? '')
    if (read === undefined) throw new Error(`${url} has no reference rates`)
    reference = read
    for (const listener of listeners) listener()
  }
  return {
    quotes() {
      const known = prices.quotes()
      const euro = known.get('EUR')
      if (euro === undefined || reference === undefined || Math.abs(clock() - reference.at) > MAX_AGE_MS) return known
      if (last?.euro !== euro || last.reference !== reference)
        last = { euro, reference, added: convertAll(euro, reference, options.currencies) }
      return new Map([...last.added, ...known])
    },
    onChange(listener) {
      prices.onChange(listener)
      listeners.push(listener)
    },
    start() {
      prices.start()
      worker = createWorker({
        work: ask,
        everyMs: () => (reference === undefined ? Math.min(everyMs, HOUR_MS / 6) : everyMs),
        what: 'reading the reference rates of currencies',
        log: { warn: (fields, message) => !stopping.signal.aborted && log.warn(fields, message) },
      })
      worker.wake()
    },
    async stop() {
      stopping.abort()
      await worker?.stop()
      await prices.stop()
    },
  }
}

function convertAll({ price, at }: Quote, { perEuro }: Reference, currencies: readonly string[]): Quotes {
  const quotes = new Map<string, Quote>()
  for (const currency of currencies) {
    const rate = perEuro.get(currency)
    if (rate === undefined) continue
    const product = { coefficient: price.coefficient * rate.coefficient, scale: price.scale + rate.scale }
    if (isPrice(nearestDouble(product))) quotes.set(currency, { price: product, at, isConverted: true })
  }
  return quotes
}

/** Undefined if a day or all rates are missing. A rate that is no positive number is left out. */
export function readReference(xml: string): Reference | undefined {
  const at = Date.parse(/<Cube\s+time=["'](\d{4}-\d{2}-\d{2})["']/.exec(xml)?.[1] ?? '')
  const perEuro = new Map<string, Decimal>()
  for (const [, currency = '', text = ''] of xml.matchAll(RATE)) {
    const rate = parseDecimal(text)
    if (rate !== undefined && rate.coefficient > 0n) perEuro.set(currency, rate)
  }
  return Number.isNaN(at) || perEuro.size === 0 ? undefined : { at, perEuro }
}

const RATE = /<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["'](\d{1,9}(?:\.\d{1,9})?)["']/g
