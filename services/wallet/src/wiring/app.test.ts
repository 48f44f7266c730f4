import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../test/world/open-world.ts'
import { openTestServer } from '../../test/world/providers/open-test-server.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, string | number> }[]
}

/** A collector of OpenTelemetry, as far as it receives spans. */
async function openCollector() {
  const bodies: string[] = []
  const server = await openTestServer(() => async (request, response) => {
    if (request.url === '/v1/traces' && request.headers['x-collector-key'] === 'a b') bodies.push(await text(request))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  onTestFinished(server.close)
  const spans = (): SentSpan[] =>
    bodies
      .flatMap((body) => JSON.parse(body).resourceSpans)
      .flatMap((resource) => resource.scopeSpans)
      .flatMap((scope) => scope.spans)
  return { url: server.url, bodies, spans }
}

const valueOf = ({ attributes }: SentSpan, key: string) =>
  Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {})[0]

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

test.each(LOGIC_DIALECTS)(
  'a payment is one trace: request, commands with their commits, calls to the node, on %s',
  async (dialect) => {
    const collector = await openCollector()
    const world = await openWorld({
      dialect,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20b' },
    })
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await world.foreignInvoice(21)
    const paid = await world.call('POST', '/api/v1/payments', {
      key: wallet.adminKey,
      headers: { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` },
      body: { out: true, bolt11 },
    })
    expect(paid.status).toBe(201)
    await world.close()

    const spans = collector.spans().filter(({ traceId }) => traceId === CALLER.traceId)
    const named = (name: string) => spans.find((span) => span.name === name)
    const request = named('POST /api/v1/payments')
    expect(request?.parentSpanId).toBe(CALLER.spanId)
    const [open, pay] = [named('command open-send'), named('node pay')]
    for (const child of [open, named('command dispatch-send'), pay, named('command settle-outgoing')])
      expect(child?.parentSpanId).toBe(request?.spanId)
    expect(open && Number(valueOf(open, 'satchel.commit'))).toBeGreaterThan(0)
    expect(open && Number(valueOf(open, 'db.operation.batch.size'))).toBeGreaterThan(0)
    expect(pay && valueOf(pay, 'satchel.node')).toBe('simulated')
    // Neither keys nor payments are in a trace.
    for (const secret of [wallet.adminKey, wallet.invoiceKey, wallet.id, bolt11, hash])
      expect(collector.bodies.join()).not.toContain(secret)
  },
)
