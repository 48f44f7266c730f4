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

/** `/health`, `/ready` and `/sources`: is it running, has it data, and where does the data come from. */
export function sourceRoutes(app: HttpApp, deps: SourceRoutesDeps): void {
  const config = { access: 'anyone', rateLimited: false } as const
  app.get('/health', { config, schema: HEALTH }, async () => ({ status: 'ok' }))
  readyRoute(app, {
    summary: 'Is there data',
    description: '200 once the first cycle has completed, 503 before: for load balancers and start-up probes.',
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
  summary: 'Is the process running',
  description: 'Always 200 while the process answers; says nothing about the data (see `/ready`).',
  response: {
    200: Type.Record(Type.String(), Type.String(), {
      description: 'The word `ok` under `status`.',
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
    pair: Type.String({ description: "The exchange's own symbol." }),
    price: orNull(Type.Number(), { description: 'Last known price, units of the currency per 1 BTC.' }),
    updated: orNull(Type.String(), { description: 'When it was fetched: ISO 8601, UTC.' }),
    traded: orNull(Type.String(), { description: 'When it was traded, where the exchange says so.' }),
    age_seconds: orNull(Type.Number(), { description: 'Seconds since it was fetched.' }),
    stale: Type.Boolean({ description: 'True when it missed three cycles. Informs only.' }),
    deviation: orNull(Type.Number(), { description: 'Relative distance from the median: 0.01 is one per cent above.' }),
    outlier: Type.Boolean({
      description: 'True when more than 5 % from the median of three or more sources. Informs only.',
    }),
    error: orNull(Type.String(), { description: 'Why the last request brought no price; null when it did.' }),
  },
  { $id: 'SourceCurrency', description: 'One pair of one source.' },
)

const SourceStatus = Type.Object(
  {
    id: Type.String({ description: 'Field name in every rates body.', examples: ['source_a'] }),
    label: Type.String({ description: 'Name of the exchange.', examples: ['Coinbase Exchange'] }),
    enabled: Type.Boolean({ description: 'False: never asked, by configuration.' }),
    last_success: orNull(Type.String(), { description: 'When it last brought a price; null before the first.' }),
    last_error: orNull(Type.String(), { description: 'Null when the last request succeeded.' }),
    age_seconds: orNull(Type.Number(), { description: 'Seconds since the last success.' }),
    consecutive_failures: Type.Integer({ description: 'Failed rounds of requests since the last success.' }),
    stale: Type.Boolean({ description: 'True when it has brought no price for three cycles.' }),
    currencies: Type.Record(Type.String(), schemaRef(CellReport), { description: 'Currency → listed pair.' }),
  },
  { $id: 'SourceStatus', description: 'One exchange.' },
)

export const SOURCE_COMPONENTS = [CellReport, SourceStatus]

const SOURCES = {
  operationId: 'getSources',
  tags: ['ops'],
  summary: 'How each source is doing',
  description:
    'Per exchange: last success, last error, age and failures; per pair: price, age, staleness and deviation. The flags inform and never change a published value.',
  response: {
    200: Type.Object(
      {
        timestamp: orNull(Type.String(), { description: 'Completion of the last cycle; null before the first.' }),
        sources: Type.Array(schemaRef(SourceStatus), { description: 'source_a … source_g.' }),
      },
      { description: 'All sources.' },
    ),
  },
} as const
