import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import type { AnyRoute } from './ask-extension.ts'
import { STATE_ROUTE, VERIFY_ROUTE } from './invoice-state.ts'
import { type OwnRoutesDeps, type PlacedRoute, toRouteOptions } from './route-options.ts'

/** Everything of a built-in below its own path and the paths it claims, from its definition. */
export function ownRoutes(app: HttpApp, deps: OwnRoutesDeps, extension: AnyExtension): void {
  for (const placed of listOwnRoutes(extension)) app.route(toRouteOptions(deps, placed))
}

/** Includes the routes that the host adds for the states of invoices. */
export function listOwnRoutes(extension: AnyExtension): PlacedRoute[] {
  const { id: extId, permissions } = extension.manifest
  const receives = permissions.some(({ id }) => id === 'receive')
  const all = { extId, translations: extension.translations }
  const below: Record<string, AnyRoute> = {
    ...(receives && { 'GET /state/:payment_hash': STATE_ROUTE, 'GET /verify/:payment_hash': VERIFY_ROUTE }),
    ...extension.routes,
  }
  const hasPage = 'GET /p/:id' in below
  const own = Object.entries(below).map(([key, route]): PlacedRoute => {
    const [method = '', path = ''] = key.split(' ')
    return { ...all, method, path, url: `/${extId}${path}`, route, hasPage }
  })
  const claimed = Object.entries(extension.claims ?? {}).map(([key, route]): PlacedRoute => {
    const [method = '', url = ''] = key.split(' ')
    return { ...all, method, path: url, url, route: route as AnyRoute, hasPage: false }
  })
  return [...own, ...claimed]
}
