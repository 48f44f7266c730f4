import { decimalText } from '../market.ts'
import type { Dialect } from './dialect.ts'

/** source_a, Coinbase Exchange: one product a request, prices as text, a User-Agent or no answer. */
export const coinbase: Dialect = {
  name: 'Coinbase Exchange',
  prices: { USD: 95230.25, EUR: 82195.4, GBP: 72010.11 },
  decimals: 2,
  symbolOf: (currency) => `BTC-${currency}`,
  keyOf: (currency) => `BTC-${currency}`,
  answer: (request, tickers) => {
    if (!request.headers['user-agent']) return { status: 403, html: '<html><h1>403 Forbidden</h1></html>' }
    const product = /^\/products\/([^/]+)\/ticker$/.exec(request.path)?.[1]
    const ticker = tickers.find(({ symbol }) => symbol === product)
    if (!ticker) return { status: 404, json: { message: 'NotFound' } }
    return {
      status: 200,
      json: {
        ask: decimalText(ticker.ask, 2),
        bid: decimalText(ticker.bid, 2),
        volume: '7312.55120311',
        trade_id: 751234567,
        price: ticker.last('text'),
        size: '0.00150000',
        time: new Date(ticker.tradedAtMs).toISOString().replace('Z', '456Z'),
      },
    }
  },
}
