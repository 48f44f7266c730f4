import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { type CachedAnswer, sendCached } from '@satchel/http/prepared/cached-answer'
import type { PreparedAnswer } from '@satchel/http/prepared/prepared-answer'
import { FINITE_NUMBER } from '@satchel/http/requests/read-text'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid, unavailable } from '@satchel/http/service-error'
import { HttpValidationError } from '@satchel/http/validation-problem'
import { type Decimal, parseDecimal } from '@satchel/money/decimal'
import { fiatToSatsFloor } from '@satchel/money/fiat-to-sats'
import { Type } from 'typebox'
import { type LatestRates, requireCurrency, requireRates } from './latest-rates.ts'
import type { PublishedCurrency, PublishedRates } from './published-rates.ts'
import { ConvertResponse, CurrencyRateResponse, RatesResponse } from './rate-schemas.ts'

export interface RateRoutesDeps {
  readonly latest: LatestRates
  readonly now: () => number
}

/** `/rates`, `/rate/{currency}`, `/rate/{currency}/{amount}`: answered from the last cycle's bytes. */
export function rateRoutes(app: HttpApp, { latest, now }: RateRoutesDeps): void {
  const until = createCacheControl(now)
  const open = (find: (rates: PublishedRates, url: string) => CachedAnswer | undefined) => ({
    access: 'anyone',
    prepared: (url: string): PreparedAnswer | undefined => {
      const rates = latest.current
      if (rates === undefined) return undefined
      const answer = find(rates, url)
      return answer && { answer, cacheControl: until(rates) }
    },
  })

  app.get('/rates', { config: open(preparedRates), schema: RATES }, (request, reply) => {
    const rates = requireRates(latest)
    sendCached(request, reply, rates.rates, until(rates))
  })

  app.get('/rate/:currency', { config: open(preparedRate), schema: RATE }, (request, reply) => {
    const rates = requireRates(latest)
    const { answer } = requireCurrency(rates, request.params.currency)
    sendCached(request, reply, answer, until(rates))
  })

  app.get('/rate/:currency/:amount', { config: open(preparedConversion), schema: CONVERT }, (request, reply) => {
    const rates = requireRates(latest)
    const { currency, amount } = request.params
    sendCached(request, reply, rates.toAnswer(convert(rates, currency, amount)), until(rates))
  })
}

const preparedRates = (rates: PublishedRates, url: string): CachedAnswer | undefined =>
  url === '/rates' ? rates.rates : undefined

const preparedRate = (rates: PublishedRates, url: string): CachedAnswer | undefined =>
  url.startsWith(RATE_OF) ? rates.byCurrency.get(url.slice(RATE_OF.length))?.answer : undefined

function preparedConversion(rates: PublishedRates, url: string): CachedAnswer | undefined {
  if (!url.startsWith(RATE_OF)) return undefined
  const slash = url.indexOf('/', RATE_OF.length)
  if (slash < 0) return undefined
  const currency = rates.byCurrency.get(url.slice(RATE_OF.length, slash))
  const amountText = url.slice(slash + 1)
  const body = currency && PLAIN.test(amountText) ? conversion(currency, amountText) : undefined
  return body === undefined ? undefined : rates.toAnswer(body)
}

const RATE_OF = '/rate/'
/** Neither encoded nor followed by a query. */
const PLAIN = /^\d{1,9}(?:\.\d{1,4})?$/

function convert(rates: PublishedRates, asked: string, amountText: string): string {
  const currency = requireCurrency(rates, asked)
  if (currency.exactMedian === undefined) {
    throw unavailable(`No median price available for ${asked.toUpperCase()}`)
  }
  const body = conversion(currency, amountText)
  if (body === undefined) throw invalid({ ...FINITE_NUMBER, loc: ['path', 'amount'], input: amountText })
  return body
}

const SATS_PER_BTC = 100_000_000

/**
 * A ConvertResponse as JSON text: `sats` may have more digits than a JavaScript number can hold. Undefined without a
 * price, and for what a client could not compute in doubles either: it is not a finite number (rule S212).
 */
function conversion(currency: PublishedCurrency, amountText: string): string | undefined {
  const { exactMedian, statistics, conversionHead, conversionTail } = currency
  const amount = Number(amountText)
  if (exactMedian === undefined || !Number.isFinite((amount * SATS_PER_BTC) / (statistics.median ?? 1)))
    return undefined
  const sats = fiatToSatsFloor(parseDecimal(amountText) as Decimal, exactMedian)
  return `${conversionHead}${amount},"sats":${sats}${conversionTail}`
}

/**
 * Shared caches may keep an answer for the whole seconds that are left until the next cycle starts. The text is written
 * once a second, not once a request.
 */
function createCacheControl(now: () => number): (rates: PublishedRates) => string {
  let [left, text] = [Number.NaN, '']
  return ({ nextCycleAt }) => {
    const seconds = Math.max(0, Math.floor((nextCycleAt - now()) / 1000))
    if (seconds !== left) [left, text] = [seconds, `public, max-age=${seconds}`]
    return text
  }
}

const CurrencyParam = Type.String({
  description: 'ISO 4217 code of a configured currency, in any case.',
  examples: ['USD'],
})

const NO_DATA = schemaRef(ErrorBody, 'No cycle has completed since the start.')
const NOT_CONFIGURED = schemaRef(ErrorBody, 'The currency is not configured.')
const INVALID = schemaRef(HttpValidationError, 'The path is malformed.')

const RATES = {
  operationId: 'getRates',
  tags: ['rates'],
  summary: 'Read the prices in all currencies',
  description:
    'Prices of 1 BTC in each configured currency by exchange, with minimum, maximum and median. Answered from memory; `Cache-Control` counts down to the next cycle and `ETag` changes with each cycle.',
  response: { 200: schemaRef(RatesResponse), 503: NO_DATA },
} as const

const RATE = {
  operationId: 'getRate',
  tags: ['rates'],
  summary: 'Read the prices in one currency',
  description: 'Prices of 1 BTC in one currency by exchange, with minimum, maximum and median.',
  params: Type.Object({ currency: CurrencyParam }),
  response: { 200: schemaRef(CurrencyRateResponse), 404: NOT_CONFIGURED, 422: INVALID, 503: NO_DATA },
} as const

const CONVERT = {
  operationId: 'convertToSats',
  tags: ['rates'],
  summary: 'Convert a currency to satoshis',
  description: 'At the median price, exactly, rounded down to a whole satoshi (negative amounts, too).',
  params: Type.Object({
    currency: CurrencyParam,
    amount: Type.Unsafe<string>({
      type: 'number',
      format: 'decimal',
      description: 'Amount in units of the currency: a decimal number, also negative or with an exponent.',
      examples: [900],
    }),
  }),
  response: {
    200: schemaRef(ConvertResponse),
    404: NOT_CONFIGURED,
    422: INVALID,
    503: schemaRef(ErrorBody, 'No cycle has completed since the start, or no exchange has a price in this currency.'),
  },
} as const
