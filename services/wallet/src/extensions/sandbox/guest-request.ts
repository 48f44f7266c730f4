import type { RouteRequest } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'

/**
 * What the code of a package reads of a request: nothing that would let it act as the caller, such as a cookie, a key or a
 * token, and nothing that says where the caller is.
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
