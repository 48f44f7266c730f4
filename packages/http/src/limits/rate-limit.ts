import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { HttpApp } from '../http-app.ts'
import { isAskedInside, isInsideAddress } from '../inside-door.ts'
import { createMemoryRateLimitStore } from './rate-limit-memory.ts'
import type { RateLimitStore } from './rate-limit-store.ts'
import { ServiceError } from '../service-error.ts'

export interface RateLimit {
  /** Requests one client may make per window; the window starts with its first request. */
  readonly requests: number
  readonly windowMs: number
  /** Where counts are kept; unset = in this process. */
  readonly store?: RateLimitStore
}

/**
 * A client above so many times the limit is rejected after a delay: rejections, too, take time from other clients. The
 * delays differ: requests that came together would be rejected together, and a new request would wait for all of it.
 */
const FAR_ABOVE = 2
const DELAY_MS = 50
/** Each holds a request: further ones are rejected immediately. */
const MAX_DELAYED = 1000

/**
 * Limits each client address, before any access rule: guessing keys is counted like everything else, and so are
 * unknown routes, so that probing is not free. Every answer says what is left (`RateLimit-*`), a 429 when to come back.
 */
export function installRateLimit(app: HttpApp, limit: RateLimit | undefined): void {
  if (limit === undefined) return
  const { requests: most } = limit
  const store = limit.store ?? createMemoryRateLimitStore(limit)
  let delayed = 0
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.rateLimited === false || isAskedInside(request)) return done()
    const { requests, resetMs } = store.count(clientKey(request.ip))
    const seconds = Math.max(0, Math.ceil(resetMs / 1000))
    reply.headers({
      'RateLimit-Limit': most,
      'RateLimit-Remaining': Math.max(0, most - requests),
      'RateLimit-Reset': seconds,
    })
    if (requests <= most) return done()
    reply.header('Retry-After', seconds)
    const refusal = new ServiceError('rate_limited', `Rate limit exceeded, try again in ${seconds} s`, [], {
      params: { seconds },
    })
    if (requests <= most * FAR_ABOVE || delayed >= MAX_DELAYED) return done(refusal)
    delayed += 1
    const delayMs = DELAY_MS * (0.5 + Math.random())
    setTimeout(() => {
      delayed -= 1
      done(refusal)
    }, delayMs)
  })
}

/**
 * One client = one IPv4 address or one IPv6 /64: a household or a server rents no less than that. A request by the service
 * itself counts for the account it is made for.
 */
export function clientKey(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  if (isInsideAddress(address)) return address
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
