import type { HttpApp } from '@satchel/http/http-app'
import { readyRoute } from '@satchel/http/reports/ready-route'
import { schemaRef } from '@satchel/http/schema-ref'
import { type TSchemaOptions, Type } from 'typebox'
import { type LatestRates, requireRates } from './latest-rates.ts'
import { Timestamp } from './rate-schemas.ts'
import { type SourceReportDeps, sourceReport } from './source-report.ts'

export interface SourceRoutesDeps extends SourceReportDeps {
  readonly latest: LatestRates
  readonly now: () => number
}

/** `/health`, `/ready` and `/sources`: whether it runs, whether it has data, and where the data come from. */
export function sourceRoutes(app: HttpApp, deps: SourceRoutesDeps): void {
  const config = { access: 'anyone', rateLimited: false } as const
  app.get('/health', { config, schema: HEALTH }, async () => ({ status: 'ok' }))
  readyRoute(app, {
    summary: 'Check whether there are prices',
    description: '200 once the first cycle has ended, 503 before: for load balancers and start-up probes.',
    fields: { timestamp: Timestamp },
    ready: 'The data endpoints answer.',
    notReady: 'No cycle has completed since the start.',
    check: () => ({ timestamp: requireRates(deps.latest).timestamp }),
  })
  app.get('/sources', { config: { access: 'anyone' }, schema: SOURCES }, async () =>
    sourceReport(deps, deps.latest.current, deps.now()),
  )
}

const HEALTH = {
  operationId: 'getHealth',
  tags: ['ops'],
  summary: 'Check whether the process runs',
  description: 'Always 200 while the process answers, whether or not it has prices (see `/ready`).',
  response: {
    200: Type.Record(Type.String(), Type.String(), {
      description: '`{"status": "ok"}`.',
      examples: [{ status: 'ok' }],
    }),
  },
} as const

const orNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Number>>(
  type: T,
  options: TSchemaOptions,
) => Type.Union([type, Type.Null()], options)

const CellReport = Type.Object(
  {
    pair: Type.String({ description: 'Symbol at the exchange.' }),
    price: orNull(Type.Number(), { description: 'Last known price, units of the currency per 1 BTC.' }),
    updated: orNull(Type.String(), { description: 'Time of the request, ISO 8601 in UTC.' }),
    traded: orNull(Type.String(), { description: 'Time of the trade, if the exchange reports it.' }),
    age_seconds: orNull(Type.Number(), { description: 'Age of the price, seconds.' }),
    stale: Type.Boolean({ description: 'True: no new price for three cycles. For information only.' }),
    deviation: orNull(Type.Number(), { description: 'Relative distance from the median: 0.01 is one per cent above.' }),
    outlier: Type.Boolean({
      description: 'True: more than 5 % from the median of three or more exchanges. For information only.',
    }),
    error: orNull(Type.String(), { description: 'Reason why the last request brought no price; null if it did.' }),
  },
  { $id: 'SourceCurrency', description: 'One pair at one exchange.' },
)

const SourceStatus = Type.Object(
  {
    id: Type.String({ description: 'Name of the field in the bodies of `/rates`.', examples: ['source_a'] }),
    label: Type.String({ description: 'Name of the exchange.', examples: ['Coinbase Exchange'] }),
    enabled: Type.Boolean({ description: 'False: disabled by configuration.' }),
    last_success: orNull(Type.String(), { description: 'Time of the last price; null before the first.' }),
    last_error: orNull(Type.String(), { description: 'Error of the last request; null if it succeeded.' }),
    age_seconds: orNull(Type.Number(), { description: 'Seconds since the last success.' }),
    consecutive_failures: Type.Integer({ description: 'Number of failed cycles since the last success.' }),
    stale: Type.Boolean({ description: 'True: no price for three cycles.' }),
    currencies: Type.Record(Type.String(), schemaRef(CellReport), { description: 'Listed pairs by currency.' }),
  },
  { $id: 'SourceStatus', description: 'One exchange.' },
)

export const SOURCE_COMPONENTS = [CellReport, SourceStatus]

const SOURCES = {
  operationId: 'getSources',
  tags: ['ops'],
  summary: 'Read the state of each exchange',
  description:
    'By exchange: last success, last error, age and failures; by pair: price, age, staleness and deviation. The flags never change a published value.',
  response: {
    200: Type.Object(
      {
        timestamp: orNull(Type.String(), { description: 'End of the last cycle; null before the first.' }),
        sources: Type.Array(schemaRef(SourceStatus), { description: '`source_a` … `source_g`.' }),
      },
      { description: 'All exchanges.' },
    ),
  },
} as const
