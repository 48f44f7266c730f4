import type { RouteRequest } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'

/**
 * The headers that a package may read: none that would let it act as the caller, such as cookies, keys or tokens, and
 * none that reveal the caller's address.
 */
const HEADERS = ['accept', 'accept-language', 'content-type', 'host', 'range', 'user-agent']

/** The request as a package gets it. */
export function toGuestRequest<R extends Pick<RouteRequest<Shape>, 'headers' | 'query'>>(request: R): R {
  const { 'api-key': _key, ...query } = request.query as Readonly<Record<string, unknown>>
  const headers = Object.fromEntries(
    HEADERS.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  )
  return { ...request, query, headers }
}
