import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import ipaddr from 'ipaddr.js'
import type { HttpApp } from './http-app.ts'
import { ServiceError } from './service-error.ts'

export interface RateLimit {
  /** Requests one client may make per window; the window starts with its first request. */
  readonly requests: number
  readonly windowMs: number
  /** Where counts are kept; unset = in this process. */
  readonly store?: NonNullable<RateLimitPluginOptions['store']>
}

/** Limits each client address; unknown routes count too, so that probing is not free. */
export function installRateLimit(app: HttpApp, limit: RateLimit | undefined): void {
  if (limit === undefined) return
  app.register(rateLimit, {
    global: true,
    max: limit.requests,
    timeWindow: limit.windowMs,
    enableDraftSpec: true,
    keyGenerator: (request) => clientKey(request.ip),
    ...(limit.store && { store: limit.store }),
    errorResponseBuilder: (_request, context) =>
      new ServiceError('rate_limited', `Rate limit exceeded: ${context.max} requests per ${context.after}`),
  })
  // Registered before the plugin's own hook sees the route.
  app.addHook('onRoute', (route) => {
    if (route.config?.rateLimited === false) route.config.rateLimit = false
  })
}

/** One client = one IPv4 address or one IPv6 /64: a household or a server rents no less than that. */
export function clientKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
