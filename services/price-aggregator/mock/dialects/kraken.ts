import { decimalText, type Ticker } from '../market.ts'
import type { Dialect } from './dialect.ts'

/** source_b, Kraken: a comma list in one request; trouble rides in HTTP 200 and one unknown pair fails the list. */
export const kraken: Dialect = {
  name: 'Kraken',
  prices: { USD: 95230.1, EUR: 82201.5, CHF: 76200.5, GBP: 71995.2 },
  decimals: 5,
  symbolOf: (currency) => `XBT${currency}`,
  keyOf: (currency) => (LONG_FORM.has(currency) ? `XXBTZ${currency}` : `XBT${currency}`),
  answer: (request, tickers) => {
    if (request.path !== '/0/public/Ticker') return { status: 404, json: { error: ['EGeneral:Unknown method'] } }
    const list = request.query.get('pair')
    if (!list) return { status: 200, json: { error: [], result: fullTicker(tickers) } }
    const asked = list.split(',').map((pair) => tickers.find(({ symbol, key }) => pair === symbol || pair === key))
    if (asked.includes(undefined)) return { status: 200, json: { error: ['EQuery:Unknown asset pair'] } }
    return { status: 200, json: { error: [], result: rows(asked.filter((ticker) => ticker !== undefined)) } }
  },
}

const LONG_FORM: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'JPY', 'CAD'])

function rows(tickers: readonly Ticker[]): Record<string, unknown> {
  return Object.fromEntries(tickers.map((ticker) => [ticker.key, row(ticker.last('text'), ticker.bid, ticker.ask)]))
}

function row(last: unknown, bid: number, ask: number): Record<string, unknown> {
  return {
    a: [decimalText(ask, 5), '1', '1.000'],
    b: [decimalText(bid, 5), '2', '2.000'],
    c: [last, '0.00150000'],
    v: ['812.10', '1500.20'],
    p: ['95010.1', '94902.2'],
    t: [12010, 25020],
    l: ['94000.0', '93900.0'],
    h: ['95900.0', '96010.0'],
    o: '94500.00000',
  }
}

/** A request without `pair` gets every market: some 200 KB, as at the real exchange. */
function fullTicker(tickers: readonly Ticker[]): Record<string, unknown> {
  const others = Array.from({ length: 900 }, (_, index) => [`OTHER${index}USD`, row('1.00000', 1, 1)])
  return { ...Object.fromEntries(others), ...rows(tickers) }
}
