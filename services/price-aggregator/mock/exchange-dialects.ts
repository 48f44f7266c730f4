import type { IncomingHttpHeaders } from 'node:http'
import type { SourceId } from '../src/exchanges/source.ts'
import { bitfinex } from './bitfinex.ts'
import { binance } from './binance.ts'
import { bitstamp } from './bitstamp.ts'
import { coinbase } from './coinbase.ts'
import { coinmate } from './coinmate.ts'
import { gemini } from './gemini.ts'
import { kraken } from './kraken.ts'
import type { Ticker } from './market.ts'

/** How each exchange asks and answers (reference, A2 to A8). */
export const exchangeDialects: Readonly<Record<SourceId, Dialect>> = {
  source_a: coinbase,
  source_b: kraken,
  source_c: bitfinex,
  source_d: bitstamp,
  source_e: binance,
  source_f: coinmate,
  source_g: gemini,
}

export interface Dialect {
  readonly name: string
  /** Default prices: the pairs the exchange lists. */
  readonly prices: Readonly<Record<string, number>>
  /** Decimals to which the exchange pads a price it sends as text. */
  readonly decimals: number
  readonly symbolOf: (currency: string) => string
  readonly keyOf: (currency: string) => string
  readonly answer: (request: ExchangeRequest, tickers: readonly Ticker[]) => ExchangeAnswer
}

export interface ExchangeRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** What an exchange says before anything goes wrong on the way: JSON, or the text of an HTML page. */
export type ExchangeAnswer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly json: unknown }
  | { readonly html: string }
)
