import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export type HttpApp = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route: a name from the service's table of rules. A route without one stops the start. */
    access?: string
    /** False for what must answer under any load: health, readiness, metrics. */
    rateLimited?: boolean
  }
}
