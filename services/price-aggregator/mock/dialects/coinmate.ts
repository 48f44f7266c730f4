import type { Dialect } from './dialect.ts'

/** source_f, Coinmate: `last` is text in the bulk form and a number in the single one; trouble rides in HTTP 200. */
export const coinmate: Dialect = {
  name: 'Coinmate',
  prices: { EUR: 82205.3, CZK: 1998500 },
  decimals: 1,
  symbolOf: (currency) => `BTC_${currency}`,
  keyOf: (currency) => `BTC_${currency}`,
  answer: (request, tickers) => {
    if (request.path === '/api/tickerAll') {
      const rows = tickers.map((ticker) => [ticker.key, { last: ticker.last('text') }])
      return { status: 200, json: good({ ETH_EUR: { last: '2690.2' }, ...Object.fromEntries(rows) }) }
    }
    if (request.path !== '/api/ticker') return { status: 404, html: '<html><h1>Not Found</h1></html>' }
    const asked = request.query.get('currencyPair')
    const ticker = tickers.find(({ symbol }) => symbol === asked)
    if (!ticker) return { status: 200, json: good(null) }
    return {
      status: 200,
      json: good({
        last: ticker.last('number'),
        high: 2010000,
        low: 1975000,
        amount: 14.2,
        bid: ticker.bid,
        ask: ticker.ask,
        change: 0.4,
        open: 1990000,
        timestamp: Math.floor(ticker.tradedAtMs / 1000),
      }),
    }
  },
}

function good(content: unknown): Record<string, unknown> {
  return { error: false, errorMessage: null, data: content }
}
