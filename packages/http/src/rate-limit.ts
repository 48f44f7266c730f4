import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import ipaddr from 'ipaddr.js'
import type { HttpApp } from './http-app.ts'
import { createMemoryRateLimitStore } from './rate-limit-memory.ts'
import type { RateLimitStore } from './rate-limit-store.ts'
import { ServiceError } from './service-error.ts'

export interface RateLimit {
  /** Requests one client may make per window; the window starts with its first request. */
  readonly requests: number
  readonly windowMs: number
  /** Where counts are kept; unset = in this process. */
  readonly store?: RateLimitStore
}

/**
 * Limits each client address, before any access rule: guessing keys is counted like everything else, and so are
 * unknown routes, so that probing is not free.
 */
export function installRateLimit(app: HttpApp, limit: RateLimit | undefined): void {
  if (limit === undefined) return
  app.register(rateLimit, {
    global: false,
    max: limit.requests,
    timeWindow: limit.windowMs,
    enableDraftSpec: true,
    keyGenerator: (request) => clientKey(request.ip),
    store: toPluginStore(limit.store ?? createMemoryRateLimitStore(limit)),
    errorResponseBuilder: (_request, context) =>
      new ServiceError('rate_limited', `Rate limit exceeded, try again in ${context.after}`),
  })
  app.after(() => {
    const count = app.rateLimit()
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.rateLimited !== false) await count.call(app, request, reply)
    })
  })
}

/** The plugin makes its store itself, once for all routes and once more for the hook. */
function toPluginStore(store: RateLimitStore): NonNullable<RateLimitPluginOptions['store']> {
  return class PluginStore {
    incr(client: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      const { requests, resetMs } = store.count(client)
      done(null, { current: requests, ttl: resetMs })
    }

    child(): PluginStore {
      return this
    }
  }
}

/** One client = one IPv4 address or one IPv6 /64: a household or a server rents no less than that. */
export function clientKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
