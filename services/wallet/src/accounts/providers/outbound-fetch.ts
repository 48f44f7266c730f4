import type { Outbound } from '@satchel/outbound/outbound'
import type { CustomFetch } from 'openid-client'

const METHODS = ['GET', 'POST'] as const

/**
 * `fetch` for openid-client, which sends only forms, through the client that checks addresses, limits answers and
 * follows no redirects.
 */
export const outboundFetch =
  (outbound: Outbound): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const known = METHODS.find((name) => name === method)
    if (known === undefined) throw new TypeError(`no provider is asked by ${method}`)
    const answer = await outbound.request({
      method: known,
      url,
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      signal,
    })
    if (answer.kind !== 'answered') throw new TypeError(answer.message)
    // `Response` throws for these statuses when given a body, even an empty one.
    const empty = [101, 103, 204, 205, 304].includes(answer.status)
    return new Response(empty ? null : new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
  }
