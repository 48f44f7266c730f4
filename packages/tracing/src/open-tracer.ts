import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Attributes, Tracer } from './tracer.ts'

export interface TracerOptions {
  /** URL of the collector: OTLP over HTTP, with the path. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly version: string
  /** The share of new traces that are recorded. A caller's trace is recorded as its caller wants. */
  readonly ratio: number
}

/**
 * Sends spans to an OpenTelemetry collector, in batches and in the background. While a collector is down, spans are
 * lost.
 */
export function openTracer({ url, headers, serviceName, version, ratio }: TracerOptions): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: SEND_MS }),
      }),
    ],
  })
  const tracer = provider.getTracer('satchel', version)
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()
  return {
    async inSpan(name, { kind, attributes }, work) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parent)
      try {
        return await current.run(trace.setSpan(parent, span), () => work({ set: (more) => setAll(span, more) }))
      } catch (error) {
        // Without its message, which may name people or amounts.
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        throw error
      } finally {
        span.end()
      }
    },
    openRequest({ method, headers: received }) {
      const caller = propagator.extract(ROOT_CONTEXT, received, {
        get: (carrier, key) => carrier[key],
        keys: (carrier) => Object.keys(carrier),
      })
      const attributes = { 'http.request.method': method }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller)
      const context = trace.setSpan(caller, span)
      return {
        run: (work) => current.run(context, work),
        end(route, status) {
          span.updateName(`${method} ${route}`)
          setAll(span, { 'http.route': route, 'http.response.status_code': status })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    // Spans are lost while a collector is down.
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** With all its attempts: how long a stop waits for a collector that is down. */
const SEND_MS = 2000

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const

const setAll = (span: Span, attributes: Attributes): void => void span.setAttributes({ ...attributes })
