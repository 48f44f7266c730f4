import type { Ticker } from '../market.ts'
import type { Dialect, ExchangeAnswer } from './dialect.ts'

/** source_e, Binance spot: a JSON list in the query, dollars as USDT; one bad symbol fails the whole list. */
export const binance: Dialect = {
  name: 'Binance',
  prices: { USD: 95250.01, EUR: 82210.55 },
  decimals: 8,
  symbolOf: (currency) => (currency === 'USD' ? 'BTCUSDT' : `BTC${currency}`),
  keyOf: (currency) => (currency === 'USD' ? 'BTCUSDT' : `BTC${currency}`),
  answer: (request, tickers) => {
    if (request.path !== '/api/v3/ticker/price') return { status: 404, html: '<html><h2>404 Not found</h2></html>' }
    const single = request.query.get('symbol')
    const list = request.query.get('symbols')
    if (single !== null && list !== null) return refusal(-1128, 'Combination of optional parameters invalid.')
    if (single !== null) return oneSymbol(single, tickers)
    if (list !== null) return manySymbols(list, tickers)
    return weighing(4, tickers.map(row))
  },
}

function oneSymbol(symbol: string, tickers: readonly Ticker[]): ExchangeAnswer {
  const ticker = tickers.find((candidate) => candidate.symbol === symbol)
  return ticker ? weighing(2, row(ticker)) : refusal(-1121, 'Invalid symbol.')
}

function manySymbols(list: string, tickers: readonly Ticker[]): ExchangeAnswer {
  if (!SYMBOL_LIST.test(list)) {
    return refusal(-1100, "Illegal characters found in parameter 'symbols'; legal range is a JSON list of symbols.")
  }
  const symbols = JSON.parse(list) as string[]
  const asked = tickers.filter(({ symbol }) => symbols.includes(symbol))
  if (asked.length !== new Set(symbols).size) return refusal(-1121, 'Invalid symbol.')
  return weighing(4, asked.map(row))
}

/** Blanks inside the list are refused, as the real exchange refuses them. */
const SYMBOL_LIST = /^\["[A-Z0-9._-]+"(,"[A-Z0-9._-]+")*\]$/

function row(ticker: Ticker): Record<string, unknown> {
  return { symbol: ticker.key, price: ticker.last('text') }
}

function weighing(weight: number, json: unknown): ExchangeAnswer {
  return { status: 200, headers: { 'x-mbx-used-weight-1m': String(weight) }, json }
}

function refusal(code: number, msg: string): ExchangeAnswer {
  return { status: 400, json: { code, msg } }
}
