import { decimalText, type Ticker } from '../market.ts'
import type { Dialect } from './dialect.ts'

/** source_d, Bitstamp v2: all pairs in one answer as a list of objects, or one pair; paths end in a slash. */
export const bitstamp: Dialect = {
  name: 'Bitstamp',
  prices: { USD: 95230, EUR: 82198, GBP: 72001 },
  decimals: 0,
  symbolOf: (currency) => `btc${currency.toLowerCase()}`,
  keyOf: (currency) => `BTC/${currency}`,
  answer: (request, tickers) => {
    if (request.path === '/api/v2/ticker/') {
      const rows = tickers.map((ticker) => ({ ...row(ticker), pair: ticker.key }))
      return { status: 200, json: [ETHER, ...rows] }
    }
    const symbol = /^\/api\/v2\/ticker\/([^/]+)\/$/.exec(request.path)?.[1]
    const ticker = tickers.find((candidate) => candidate.symbol === symbol)
    if (!ticker) return { status: 404, json: { status: 'error', reason: 'Not found.', code: '404.002' } }
    return { status: 200, json: row(ticker) }
  },
}

function row(ticker: Ticker): Record<string, unknown> {
  return {
    timestamp: String(Math.floor(ticker.tradedAtMs / 1000)),
    open: '94500',
    high: '95900',
    low: '94000',
    last: ticker.last('text'),
    volume: '1200.51',
    vwap: '94980',
    bid: decimalText(ticker.bid),
    ask: decimalText(ticker.ask),
    side: '0',
    open_24: '94700',
    percent_change_24: '0.56',
  }
}

/** A row of another asset comes first: a client that takes the first row shows it. */
const ETHER = { timestamp: '1795176000', last: '3120.5', bid: '3120', ask: '3121', pair: 'ETH/USD' }
