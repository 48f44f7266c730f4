import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { FindPrepared } from './prepared/prepared-answer.ts'

export type HttpApp = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route: a name from the service's table of rules. A route without one stops the start. */
    access?: string
    /** The route has a body schema, but a request without a body is fine, too. */
    bodyOptional?: boolean
    /** Converts a body before it is checked against the schema, to accept more than the schema does. */
    prepareBody?: (body: unknown) => unknown
    /** A browser's form may be the body: its fields are read like query parameters. */
    form?: boolean
    /**
     * False for health, readiness and metrics, which must answer under any load. `visit`: requests that a page loads
     * and polls have a separate limit, so that a crowd behind one address sees the page (decision 0038).
     */
    rateLimited?: boolean | 'visit'
    /** The service may call the route itself, for one of its accounts and outside the rate limit (inside-door.ts). */
    inside?: boolean
    /** For GET routes with prepared answers: lets the server answer before Fastify runs (docs/decisions/0003). */
    prepared?: FindPrepared
  }
}
