import { decimalText, type Ticker } from '../market.ts'
import type { Dialect } from './dialect.ts'

/** source_g, Gemini: a feed of all pairs, and two tickers which name the last price differently. */
export const gemini: Dialect = {
  name: 'Gemini',
  prices: { USD: 95230, EUR: 82200, GBP: 71990 },
  decimals: 2,
  symbolOf: (currency) => `btc${currency.toLowerCase()}`,
  keyOf: (currency) => `BTC${currency}`,
  answer: (request, tickers) => {
    if (request.path === '/v1/pricefeed') return { status: 200, json: [ETHER, ...tickers.map(feedRow)] }
    const [, version, symbol] = /^\/(v1\/pubticker|v2\/ticker)\/([^/]+)$/.exec(request.path) ?? []
    if (version === undefined) return refusal(404, 'EndpointNotFound', 'API entry point not found')
    const ticker = tickers.find((candidate) => candidate.symbol === symbol?.toLowerCase())
    if (!ticker) return refusal(400, 'InvalidSymbol', `Supplied value '${symbol}' is not a valid symbol`)
    return { status: 200, json: version === 'v2/ticker' ? tickerV2(ticker) : tickerV1(ticker) }
  },
}

function feedRow(ticker: Ticker): Record<string, unknown> {
  return { pair: ticker.key, price: ticker.last('text'), percentChange24h: '0.0056' }
}

/** A row of another asset comes first: a client that takes the first row shows it. */
const ETHER = { pair: 'ETHUSD', price: '3120.50', percentChange24h: '0.0010' }

function tickerV1(ticker: Ticker): Record<string, unknown> {
  return {
    bid: decimalText(ticker.bid, 2),
    ask: decimalText(ticker.ask, 2),
    last: ticker.last('text'),
    volume: { BTC: '210.55', [ticker.currency]: '20051234.10', timestamp: Math.floor(ticker.tradedAtMs) },
  }
}

function tickerV2(ticker: Ticker): Record<string, unknown> {
  return {
    symbol: ticker.key,
    open: '94500.00',
    high: '95900.00',
    low: '94000.00',
    close: ticker.last('text'),
    changes: ['95210.00', '95190.00'],
    bid: decimalText(ticker.bid, 2),
    ask: decimalText(ticker.ask, 2),
  }
}

function refusal(status: number, reason: string, message: string) {
  return { status, json: { result: 'error', reason, message } }
}
