import type { Misbehaviour } from './misbehaviour.ts'

export const statusMisbehaviours: readonly Misbehaviour[] = [
  page('status-403-html', 'the protection layer refuses with an HTML page', 403),
  page('status-404', 'not found', 404),
  page('status-418', 'banned, as Binance says it', 418),
  page('status-429', 'too many requests, without Retry-After', 429),
  tooManyRequests(2),
  {
    ...page('status-429-retry-after-date', 'too many requests, Retry-After as an HTTP date two seconds ahead', 429),
    does: {
      reply: (_, { nowMs }) => refusal(429, { 'retry-after': new Date(nowMs + 2000).toUTCString() }),
    },
  },
  page('status-451', 'unavailable for legal reasons', 451),
  page('status-500', 'internal error', 500),
  page('status-503', 'unavailable', 503),
  page('status-520', 'the infrastructure in front of the exchange has trouble', 520),
  {
    name: 'status-204-empty',
    kind: 'status',
    what: 'success without a body',
    expect: 'kept',
    does: { reply: () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }) },
  },
  {
    name: 'status-503-with-prices',
    kind: 'status',
    what: 'a body that looks good under a status that says it is not',
    expect: 'kept',
    does: { reply: (reply) => ({ ...reply, status: 503 }) },
  },
]

export function tooManyRequests(retryAfterSeconds: number): Misbehaviour {
  return {
    name: 'status-429-retry-after-seconds',
    kind: 'status',
    what: `too many requests, Retry-After: ${retryAfterSeconds}`,
    expect: 'kept',
    does: { reply: () => refusal(429, { 'retry-after': String(retryAfterSeconds) }) },
  }
}

function page(name: string, what: string, status: number): Misbehaviour {
  return { name, kind: 'status', what, expect: 'kept', does: { reply: () => refusal(status) } }
}

function refusal(status: number, headers: Record<string, string> = {}) {
  const body = Buffer.from(`<!DOCTYPE html><html><body><h1>${status}</h1></body></html>`)
  return { status, headers: { 'content-type': 'text/html', ...headers }, body }
}
