import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, invalid, notFound, unavailable } from '@satchel/http/service-error'
import { decimalOf, nearestDouble } from '@satchel/money/decimal'
import { Type } from 'typebox'
import { type Clock, unixSeconds } from '../base/clock.ts'
import type { Reader } from '../db/database.ts'
import { BTC, convert, fiat, SAME_FIAT, SAT, type Unit } from './convert.ts'
import { listRatePoints } from './rate-history-store.ts'
import type { Quotes } from './rate-source.ts'
import { type Rates, requireQuote } from './rates.ts'

export interface RateRoutesDeps {
  readonly db: Reader
  readonly rates: Rates
  readonly clock: Clock
}

/** Prices of 1 BTC, past ones, and conversions (rule W23). Answered from memory. */
export function rateRoutes(app: HttpApp, { db, rates, clock }: RateRoutesDeps): void {
  const requireCode = (name: string): string => {
    const code = rates.codeOf(name)
    if (code === undefined) throw notFound('There are no rates for this currency.', { code: 'unknown_currency' })
    return code
  }
  app.get('/api/v1/rate/:currency', { config: { access: 'anyone' }, schema: RATE }, async (request) => {
    const currency = requireCode(request.params.currency)
    const quote = rates.lastQuote(currency)
    if (quote === undefined)
      throw unavailable(`No rate for ${currency} yet.`, { code: 'rate_unknown', params: { currency } })
    const rate = nearestDouble(quote.price)
    return { rate, price: rate, currency, timestamp: Math.floor(quote.at / 1000) }
  })

  app.get('/api/v1/currencies', { config: { access: 'anyone' }, schema: CURRENCIES }, async () => [...rates.currencies])

  app.get('/api/v1/rate/history', { config: { access: 'anyone' }, schema: HISTORY }, async (request) => {
    const { currency, ...range } = request.query
    const filter = { ...range, currency: currency === undefined ? undefined : requireCode(currency) }
    const points = await listRatePoints(db, filter, unixSeconds(clock))
    return points.map((point) => ({ currency: point.currency, rate: Number(point.rate), timestamp: point.at }))
  })

  app.post('/api/v1/conversion', { config: { access: 'anyone' }, schema: CONVERSION }, async (request) => {
    const { amount } = request.body
    const [from, to] = [codeIn(rates, 'from', request.body.from), codeIn(rates, 'to', request.body.to)]
    const quotes = rates.quotesForMoney()
    const unitOf = (code: string): Unit => (from === to && !ALWAYS.has(code) ? SAME_FIAT : unitIn(quotes, code))
    const result = nearestDouble(convert(decimalOf(amount), unitOf(from), unitOf(to)))
    if (result <= Number.MAX_SAFE_INTEGER) return { result }
    const msg = 'Input should give a result that a JSON number can hold'
    throw invalid({ type: 'less_than_equal', loc: ['body', 'amount'], msg, input: amount })
  })
}

/** Conversions that need no price. */
const ALWAYS: ReadonlyMap<string, Unit> = new Map([
  ['SAT', SAT],
  ['BTC', BTC],
])

const unitIn = (quotes: Quotes, code: string): Unit => ALWAYS.get(code) ?? fiat(requireQuote(quotes, code).price)

function codeIn(rates: Rates, field: 'from' | 'to', name: string): string {
  const code = ALWAYS.has(name.toUpperCase()) ? name.toUpperCase() : rates.codeOf(name)
  if (code !== undefined) return code
  throw badRequest(`body.${field}: must be sat, BTC or one of GET /api/v1/currencies.`, { code: 'unknown_currency' })
}

const Code = Type.String({ description: 'ISO 4217 code, upper case.', examples: ['USD'] })
const PerBtc = Type.Number({ description: 'Units of the currency per 1 BTC.', examples: [95230.25] })

const seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: `${description} Unix seconds, inclusive.` }),
  )

const UNKNOWN = schemaRef(ErrorBody, 'No rates for this currency.')

const RATE = {
  operationId: 'getRate',
  tags: ['rates'],
  summary: 'Read the price of 1 BTC',
  description:
    'Last known price with its time. Only prices younger than SERVICE_RATE_MAX_AGE_SECONDS are used for conversions and invoices; this one is returned at any age.',
  params: Type.Object({
    currency: Type.String({ description: 'ISO 4217 code, not case-sensitive.', examples: ['USD'] }),
  }),
  response: {
    200: Type.Object(
      {
        rate: PerBtc,
        price: Type.Number({ description: 'Same as `rate`.' }),
        currency: Code,
        timestamp: Type.Integer({ description: 'Time of the price, Unix seconds.' }),
      },
      { description: 'The price.' },
    ),
    404: UNKNOWN,
    503: schemaRef(ErrorBody, 'No price is known yet.'),
  },
} as const

const CURRENCIES = {
  operationId: 'listCurrencies',
  tags: ['rates'],
  summary: 'List the currencies',
  description: 'Codes of the configured currencies, with or without a current price.',
  response: { 200: Type.Array(Code, { description: 'The currencies.' }) },
} as const

const HISTORY = {
  operationId: 'getRateHistory',
  tags: ['rates'],
  summary: 'List past prices',
  description:
    'Newest last. One price per minute for the last day, one per ten minutes for the last thirty days, one per day (UTC) before, and of prices that were converted by reference rates; each is the first of its period.',
  querystring: Type.Object({
    currency: Type.Optional(Type.String({ description: 'Only this currency, not case-sensitive; absent: all.' })),
    from: seconds('Not older.'),
    to: seconds('Not newer.'),
    limit: Type.Integer({
      minimum: 1,
      maximum: 5000,
      default: 100,
      description: 'Maximum number of rows; the newest are answered.',
    }),
  }),
  response: {
    200: Type.Array(
      Type.Object({
        currency: Code,
        rate: PerBtc,
        timestamp: Type.Integer({ description: 'Time of the price, Unix seconds.' }),
      }),
      { description: 'The prices.' },
    ),
    404: UNKNOWN,
  },
} as const

const CONVERSION = {
  operationId: 'convert',
  tags: ['rates'],
  summary: 'Convert an amount',
  description:
    'Between satoshis, BTC and currencies, not case-sensitive, with exact decimal arithmetic: a result in `sat` is rounded down to a whole satoshi, one in `BTC` or a currency to 8 digits. Between `sat` and `BTC`, and from a currency to itself, no price is needed.',
  body: Type.Object({
    from: Type.String({ description: '`sat`, `BTC` or a currency code.', examples: ['USD'] }),
    to: Type.String({ description: '`sat`, `BTC` or a currency code.', examples: ['sat'] }),
    amount: Type.Number({ minimum: 0, description: 'Amount in units of `from`.', examples: [900] }),
  }),
  response: {
    200: Type.Object(
      { result: Type.Number({ description: 'Result in units of `to`.', examples: [1800000] }) },
      { description: 'Result in units of `to`.' },
    ),
    400: schemaRef(ErrorBody, 'One of the two units is unknown.'),
    503: schemaRef(ErrorBody, 'No price is young enough.'),
  },
} as const
