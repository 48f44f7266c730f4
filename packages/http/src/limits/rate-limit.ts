import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { hasUnreadBody } from '../has-unread-body.ts'
import type { HttpApp } from '../http-app.ts'
import { isCounted, isInsideAddress } from '../inside-door.ts'
import { ServiceError } from '../service-error.ts'
import { createMemoryRateLimitStore } from './rate-limit-memory.ts'
import type { RateLimitStore } from './rate-limit-store.ts'

export interface RateLimit {
  /** Requests one client may make per window; the window starts with its first request. */
  readonly requests: number
  readonly windowMs: number
  /** The store of counts; unset = in this process. */
  readonly store?: RateLimitStore
}

/**
 * A client above this multiple of the limit is rejected after a delay, because rejections take time from other clients,
 * too. The delay has jitter: otherwise a burst is rejected in one tick, and new requests wait for all of it.
 */
const FAR_ABOVE = 2
const DELAY_MS = 50
/** Each delay holds a request in memory; further requests are rejected immediately. */
const MAX_DELAYED = 1000

/** Limit for requests that pages load and poll: enough for 500 people behind one address. Counted per process. */
const VISITS = { requests: 20_000, windowMs: 60_000 }

/**
 * Limits each client address, before any access rule: guessing keys counts like everything else, and so do unknown
 * routes, so that probing is not free. Every answer has the rest (`RateLimit-*`), a 429 the time of the retry. Visits
 * of pages count separately, and their answers have no limit headers.
 */
export function installRateLimit(app: HttpApp, limit: RateLimit | undefined): void {
  if (limit === undefined) return
  const { requests: most } = limit
  const store = limit.store ?? createMemoryRateLimitStore(limit)
  // A higher general limit raises the limit of visits, too.
  const mostVisits = Math.max(VISITS.requests, Math.ceil((most * VISITS.windowMs) / limit.windowMs))
  const visits = createMemoryRateLimitStore({ ...VISITS, requests: mostVisits })
  const refuse = createRefusals()
  app.addHook('onRequest', (request, reply, done) => {
    const { rateLimited } = request.routeOptions.config
    if (rateLimited === false || isCounted(request)) return done()
    const isVisit = rateLimited === 'visit'
    const bound = isVisit ? mostVisits : most
    const { requests, resetMs } = (isVisit ? visits : store).count(clientKey(request.ip))
    const seconds = Math.max(0, Math.ceil(resetMs / 1000))
    if (!isVisit) {
      reply.headers({
        'RateLimit-Limit': most,
        'RateLimit-Remaining': Math.max(0, most - requests),
        'RateLimit-Reset': seconds,
      })
    }
    if (requests <= bound) return done()
    reply.header('Retry-After', seconds)
    refuse(request, { seconds, farAbove: requests > bound * FAR_ABOVE }, done)
  })
}

/** Rejects a client, far above the limit after a delay. */
function createRefusals() {
  let delayed = 0
  return (
    request: FastifyRequest,
    { seconds, farAbove }: { readonly seconds: number; readonly farAbove: boolean },
    done: (error: Error) => void,
  ): void => {
    const refusal = new ServiceError({
      status: 429,
      detail: `Rate limit exceeded, try again in ${seconds} s`,
      params: { seconds },
    })
    if (!farAbove || delayed >= MAX_DELAYED) return done(refusal)
    delayed += 1
    // The connection ends with the answer, so that the rest of the body is never read.
    if (hasUnreadBody(request)) request.raw.socket.pause()
    const delayMs = DELAY_MS * (0.5 + Math.random())
    setTimeout(() => {
      delayed -= 1
      done(refusal)
    }, delayMs)
  }
}

/**
 * One client = one IPv4 address or one IPv6 /64: a household or a server rents no less than that. A request that the
 * service makes itself counts for its account.
 */
export function clientKey(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  if (isInsideAddress(address)) return address
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
