import { sendCached, sendTagged } from '@satchel/http/cached-answer'
import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { FINITE_NUMBER } from '@satchel/http/read-text'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid, ServiceError } from '@satchel/http/service-error'
import { HttpValidationError } from '@satchel/http/validation-problem'
import { type Decimal, nearestDouble, parseDecimal } from '@satchel/money/decimal'
import { fiatToSatsFloor } from '@satchel/money/fiat-to-sats'
import { Type } from 'typebox'
import { type LatestRates, requireCurrency, requireRates } from './latest-rates.ts'
import type { PublishedRates } from './published-rates.ts'
import { ConvertResponse, CurrencyRateResponse, RatesResponse } from './rate-schemas.ts'

export interface RateRoutesDeps {
  readonly latest: LatestRates
  readonly now: () => number
}

/** `/rates`, `/rate/{currency}`, `/rate/{currency}/{amount}`: answered from the last cycle's bytes. */
export function rateRoutes(app: HttpApp, deps: RateRoutesDeps): void {
  const access = { config: { access: 'anyone' } } as const

  app.get('/rates', { ...access, schema: RATES }, (request, reply) => {
    const rates = requireRates(deps.latest)
    sendCached(request, reply, rates.rates, untilNextCycle(rates, deps.now()))
  })

  app.get('/rate/:currency', { ...access, schema: RATE }, (request, reply) => {
    const rates = requireRates(deps.latest)
    const { answer } = requireCurrency(rates, request.params.currency)
    sendCached(request, reply, answer, untilNextCycle(rates, deps.now()))
  })

  app.get('/rate/:currency/:amount', { ...access, schema: CONVERT }, (request, reply) => {
    const rates = requireRates(deps.latest)
    const { currency, amount } = request.params
    sendTagged(request, reply, convert(rates, currency, amount), rates.tag, untilNextCycle(rates, deps.now()))
  })
}

/** A ConvertResponse as JSON text: `sats` may have more digits than a JavaScript number can hold. */
function convert(rates: PublishedRates, asked: string, amountText: string): string {
  const currency = requireCurrency(rates, asked)
  const { exactMedian } = currency
  if (exactMedian === undefined) {
    throw new ServiceError('unavailable', `No median price available for ${asked.toUpperCase()}`)
  }
  const amount = parseDecimal(amountText) as Decimal
  const echoed = nearestDouble(amount)
  // Decisions §6: what a client could not compute in doubles either is not a finite number.
  if (!Number.isFinite((echoed * SATS_PER_BTC) / (currency.statistics.median ?? 1))) {
    throw invalid({ ...FINITE_NUMBER, loc: ['path', 'amount'], input: amountText })
  }
  const sats = fiatToSatsFloor(amount, exactMedian)
  return `${currency.conversionHead}${JSON.stringify(echoed)},"sats":${sats}${currency.conversionTail}`
}

const SATS_PER_BTC = 100_000_000

/** Shared caches may keep an answer for the whole seconds that are left until the next cycle starts. */
function untilNextCycle(rates: PublishedRates, now: number): string {
  return `public, max-age=${Math.max(0, Math.floor((rates.nextCycleAt - now) / 1000))}`
}

const CurrencyParam = Type.String({
  description: 'ISO 4217 code of a configured currency, in any case.',
  examples: ['USD'],
})

const NO_DATA = Type.Unsafe({ ...schemaRef(ErrorBody), description: 'No cycle has completed since the start.' })
const NOT_CONFIGURED = Type.Unsafe({ ...schemaRef(ErrorBody), description: 'The currency is not configured.' })
const INVALID = Type.Unsafe({ ...schemaRef(HttpValidationError), description: 'The path is malformed.' })

const RATES = {
  operationId: 'getRates',
  tags: ['rates'],
  summary: 'All currencies',
  description:
    'Prices of 1 BTC in every configured currency, exchange by exchange, with min, max and median. Answered from memory; `Cache-Control` counts down to the next cycle and `ETag` changes with every cycle.',
  response: { 200: schemaRef(RatesResponse), 503: NO_DATA },
} as const

const RATE = {
  operationId: 'getRate',
  tags: ['rates'],
  summary: 'One currency',
  description: 'Prices of 1 BTC in one currency, exchange by exchange, with min, max and median.',
  params: Type.Object({ currency: CurrencyParam }),
  response: { 200: schemaRef(CurrencyRateResponse), 404: NOT_CONFIGURED, 422: INVALID, 503: NO_DATA },
} as const

const CONVERT = {
  operationId: 'convertToSats',
  tags: ['rates'],
  summary: 'Fiat to satoshis',
  description:
    'Converts an amount of a currency into satoshis at the median price, exactly, floored to a whole satoshi (towards minus infinity for negative amounts).',
  params: Type.Object({
    currency: CurrencyParam,
    amount: Type.Unsafe<string>({
      type: 'number',
      format: 'decimal',
      description: 'Amount in units of the currency; a decimal number, exponents and negative amounts allowed.',
      examples: [900],
    }),
  }),
  response: {
    200: schemaRef(ConvertResponse),
    404: NOT_CONFIGURED,
    422: INVALID,
    503: Type.Unsafe({
      ...schemaRef(ErrorBody),
      description: 'No cycle has completed since the start, or no exchange has a price in this currency.',
    }),
  },
} as const
