import type { Ticker } from '../market.ts'
import type { Dialect } from './dialect.ts'

/** source_c, Bitfinex v2: rows of numbers without names; unknown symbols are simply not among the rows. */
export const bitfinex: Dialect = {
  name: 'Bitfinex',
  prices: { USD: 95230.5, EUR: 82190, CHF: 76185, GBP: 72003 },
  decimals: 0,
  symbolOf: (currency) => `tBTC${currency}`,
  keyOf: (currency) => `tBTC${currency}`,
  answer: (request, tickers) => {
    if (request.path === '/v2/tickers') {
      const asked = request.query.get('symbols')
      if (!asked) return { status: 500, json: ['error', 10020, 'symbols: invalid'] }
      const symbols = asked.split(',')
      const known = tickers.filter(({ symbol }) => asked === 'ALL' || symbols.includes(symbol))
      return { status: 200, json: known.map((ticker) => [ticker.key, ...numbers(ticker)]) }
    }
    const symbol = /^\/v2\/ticker\/([^/]+)$/.exec(request.path)?.[1]
    if (symbol === undefined) return { status: 404, json: ['error', 10000, 'unknown endpoint'] }
    const ticker = tickers.find((candidate) => candidate.symbol === symbol)
    if (!ticker) return { status: 500, json: ['error', 10020, 'symbol: invalid'] }
    return { status: 200, json: numbers(ticker) }
  },
}

/** Bid, bid size, ask, ask size, change, relative change, last price, volume, high, low. */
function numbers(ticker: Ticker): unknown[] {
  return [ticker.bid, 12.31, ticker.ask, 10.12, 512, 0.0054, ticker.last('number'), 1503.2, 95800, 94200]
}
