import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { notFound } from '@satchel/http/service-error'
import { HttpValidationError } from '@satchel/http/validation-problem'
import { Type } from 'typebox'
import type { PriceHistory } from './price-history.ts'
import { Timestamp } from './rate-schemas.ts'

export interface HistoryRoutesDeps {
  readonly history: PriceHistory
  readonly currencies: readonly string[]
}

/** `/history`: median, min and max of past cycles; there before the first cycle, because it survives a restart. */
export function historyRoutes(app: HttpApp, deps: HistoryRoutesDeps): void {
  app.get('/history', { config: { access: 'anyone' }, schema: HISTORY }, async (request) => {
    const { from, to, limit } = request.query
    const currency = request.query.currency.toUpperCase()
    if (!deps.currencies.includes(currency)) throw notFound(`Currency ${currency} not configured`)
    return { currency, points: deps.history.points({ currency, from, to, limit }) }
  })
}

const HISTORY = {
  operationId: 'getHistory',
  tags: ['rates'],
  summary: 'List past prices',
  description:
    'Median, minimum and maximum of the cycles in which an exchange had a price, newest last. Kept for the last 5 000 cycles.',
  querystring: Type.Object({
    currency: Type.String({ description: 'ISO 4217 code of a configured currency, in any case.', examples: ['USD'] }),
    from: Type.Optional(Type.Number({ description: 'Earliest end of a cycle, Unix seconds, inclusive.', minimum: 0 })),
    to: Type.Optional(Type.Number({ description: 'Latest end of a cycle, Unix seconds, inclusive.', minimum: 0 })),
    limit: Type.Integer({
      description: 'Maximum number of points; the newest are answered.',
      minimum: 1,
      maximum: 5000,
      default: 100,
    }),
  }),
  response: {
    200: Type.Object(
      {
        currency: Type.String({ description: 'ISO 4217 code, upper case.', examples: ['USD'] }),
        points: Type.Array(
          Type.Object({
            timestamp: Timestamp,
            median: Type.Number({ description: 'Units of the currency per 1 BTC.' }),
            min: Type.Number({ description: 'Lowest price of an exchange.' }),
            max: Type.Number({ description: 'Highest price of an exchange.' }),
          }),
          { description: 'Points, newest last.' },
        ),
      },
      { description: 'Points in the range.' },
    ),
    404: schemaRef(ErrorBody, 'The currency is not configured.'),
    422: schemaRef(HttpValidationError, 'The query is malformed.'),
  },
} as const
