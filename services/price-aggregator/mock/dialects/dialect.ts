import type { IncomingHttpHeaders } from 'node:http'
import type { Ticker } from '../market.ts'

/** One exchange's own way of asking and answering. */
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

/** The answer of an exchange before any misbehaviour: JSON, or the text of an HTML page. */
export type ExchangeAnswer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly json: unknown }
  | { readonly html: string }
)
