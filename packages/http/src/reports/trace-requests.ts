import type { RequestSpan, Tracer } from '@satchel/tracing/tracer'
import type { FastifyRequest } from 'fastify'
import type { HttpApp } from '../http-app.ts'

/** One span for each request, named after its route: addresses may contain keys. */
export function traceRequests(app: HttpApp, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracer.openRequest(request)
    spans.set(request, span)
    span.run(done)
  })
  // Fastify reads a body in the connection's async context, which has no request: enter the span again.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(request.routeOptions.url ?? 'none', reply.statusCode)
    done()
  })
}
