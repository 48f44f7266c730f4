import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { createRequestValidator, type RequestCheck } from '@satchel/http/requests/validate-request'
import { notFound } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RoutedPath } from '../../../access/principal.ts'
import { PACKAGE_PREFIX, withoutPackagePrefix } from '../serve/package-prefix.ts'
import { bodyLimitOf, ROUTE_CLASSES, type RouteClass } from '../serve/route-class.ts'
import { type OwnRoutesDeps, type PlacedRoute, toRouteOptions } from '../serve/route-options.ts'
import { AS_IT_IS } from '../serve/route-schemas.ts'
import { type FoundRoute, findPackageRoute } from './package-paths.ts'

/** A route as the app would take it, with its check. */
interface ReadyRoute {
  readonly options: ReturnType<typeof toRouteOptions>
  readonly check: RequestCheck | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/**
 * The routes of packages whose code runs in the sandbox. `packageUrl` has rewritten the request to the class of its route,
 * whose access rule and limits the app has applied; the rest is as for a built-in.
 */
export function packageCodeRoutes(app: HttpApp, deps: OwnRoutesDeps): void {
  const readyOf = createReadyRoutes(deps)
  const seen = new WeakMap<FastifyRequest, FoundRoute>()
  /** Looked up once per request, so that the route that runs is the one allowed by an access list. */
  const seek = (request: FastifyRequest): FoundRoute | undefined => {
    const known = seen.get(request)
    if (known !== undefined) return known
    const path = withoutPackagePrefix(request.url).split('?')[0] ?? ''
    const found = findPackageRoute(deps.system, request.method, path)
    if (found === undefined || request.url.split('/')[3] !== found.class) return undefined
    seen.set(request, found)
    return found
  }
  const find = (request: FastifyRequest): FoundRoute => {
    const found = seek(request)
    if (found === undefined) throw notFound('Not found.')
    return found
  }
  const standsFor = (request: FastifyRequest): RoutedPath | undefined => {
    const found = seek(request)
    return found && { url: found.placed.url, params: found.params }
  }
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { options } = readyOf(find(request).placed)
    if ('onRequest' in options) options.onRequest(request, reply, () => undefined)
  }
  const handler = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { placed, params } = find(request)
    const { options, check } = readyOf(placed)
    request.params = { ...params }
    if (check?.(request) === false) throw notFound('Not found.')
    // The route's own path, so that an `Idempotency-Key` on another route or package is another key.
    request.params = { ...(request.params as object), '*': placed.url }
    return options.handler(request, reply)
  }
  const errorHandler = async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const found = seek(request)
    const options = found === undefined ? undefined : readyOf(found.placed).options
    if (options === undefined || !('errorHandler' in options)) throw error
    request.params = { ...found?.params }
    await options.errorHandler(error, request, reply)
  }
  const handlers = { onRequest, handler, errorHandler }
  for (const [name, rules] of Object.entries(ROUTE_CLASSES)) {
    const config = { ...rules, standsFor }
    const url = `${PACKAGE_PREFIX}/${name}/:ext_id/*`
    const bodyLimit = bodyLimitOf(name as RouteClass)
    for (const method of METHODS) {
      app.route({ method, url, config, bodyLimit, schema: { hide: true }, ...handlers, ...AS_IT_IS })
    }
  }
}

/** Creates a route on its first request; another version of a package has other routes. */
function createReadyRoutes(deps: OwnRoutesDeps): (placed: PlacedRoute) => ReadyRoute {
  const validator = createRequestValidator([Detail], 'refuse')
  const known = new WeakMap<PlacedRoute, ReadyRoute>()
  return (placed) => {
    const before = known.get(placed)
    if (before !== undefined) return before
    const options = toRouteOptions(deps, placed)
    const check = validator.compile(options.schema, { bodyOptional: options.config.bodyOptional })
    const ready = { options, check }
    known.set(placed, ready)
    return ready
  }
}
