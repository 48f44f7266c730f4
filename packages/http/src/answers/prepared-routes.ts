import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { HttpApp } from '../http-app.ts'
import { writeCached } from '../prepared/cached-answer.ts'
import type { FindPrepared, PreparedAnswer } from '../prepared/prepared-answer.ts'
import type { FollowUp } from './follow-up.ts'

export interface PreparedRoutes {
  /** Fastify's `serverFactory`. */
  readonly createServer: (handler: RequestListener, options: Record<string, unknown>) => Server
  install(app: HttpApp, options: { readonly access: Readonly<Record<string, unknown>>; rateLimit?: unknown }): void
}

/** A request that takes too long is detected at most this late. */
const CHECK_EVERY_MS = 1000

interface PreparedRoute {
  readonly route: string
  readonly find: FindPrepared
}

/**
 * Answers the routes with `config.prepared` before Fastify's router, as long as there is nothing to check: no access
 * rule, no rate limit, no shutdown. Fastify answers everything else.
 */
export function createPreparedRoutes(newId: (request: IncomingMessage) => string, followUp: FollowUp): PreparedRoutes {
  const routes: PreparedRoute[] = []

  const answered = (request: IncomingMessage, response: Parameters<RequestListener>[1]): boolean => {
    if (request.method !== 'GET') return false
    const startedAt = performance.now()
    for (const { route, find } of routes) {
      const found = tryFind(find, request.url ?? '')
      if (found === undefined) continue
      const status = writeCached(request.headers, response, found.answer, found.cacheControl)
      followUp({ id: newId(request), method: 'GET' }, route, status, performance.now() - startedAt)
      return true
    }
    return false
  }

  return {
    createServer(handler, { keepAliveTimeout, requestTimeout }) {
      // Set at creation: a request timeout set later leaves `headersTimeout` at 60 s, and Node checks both only every
      // 30 s.
      const timeouts = {
        keepAliveTimeout,
        requestTimeout,
        connectionsCheckingInterval: CHECK_EVERY_MS,
      } as ServerOptions
      return createServer(timeouts, (request, response) => {
        if (!answered(request, response)) handler(request, response)
      })
    },
    install(app, { access, rateLimit }) {
      if (rateLimit !== undefined) return
      app.addHook('onRoute', ({ method, url, config }) => {
        if (method !== 'GET' || config?.prepared === undefined || access[config.access ?? ''] !== undefined) return
        routes.push({ route: url, find: config.prepared })
      })
      app.addHook('preClose', async () => {
        routes.length = 0
      })
    },
  }
}

/** Ignores errors: the route's handler throws the same error, and Fastify answers and logs that one. */
function tryFind(find: FindPrepared, url: string): PreparedAnswer | undefined {
  try {
    return find(url)
  } catch {
    return undefined
  }
}
