import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import type { TSchema } from 'typebox'
import type { AnyRoute } from './ask-extension.ts'
import { InvoiceState, STATE_ROUTE, VERIFY_ROUTE } from './invoice-state.ts'
import { type OwnRoutesDeps, type PlacedRoute, toRouteOptions } from './route-options.ts'
import { itemComponent } from './route-schemas.ts'

/** Everything of a built-in below its own path and the paths it claims, from its definition. */
export function ownRoutes(app: HttpApp, deps: OwnRoutesDeps, extension: AnyExtension): void {
  for (const placed of listOwnRoutes(extension)) app.route(toRouteOptions(deps, placed))
}

const receives = ({ manifest }: AnyExtension): boolean => manifest.permissions.some(({ id }) => id === 'receive')

/** The named schemas that the routes of these extensions refer to. */
export const extensionComponents = (extensions: readonly AnyExtension[]): TSchema[] => [
  ...(extensions.some(receives) ? [InvoiceState] : []),
  ...extensions.map(itemComponent),
]

/** Includes the routes that the host adds for the states of invoices. */
export function listOwnRoutes(extension: AnyExtension): PlacedRoute[] {
  const extId = extension.manifest.id
  const all = { extId, translations: extension.translations }
  const below: Record<string, AnyRoute> = {
    ...(receives(extension) && { 'GET /state/:payment_hash': STATE_ROUTE, 'GET /verify/:payment_hash': VERIFY_ROUTE }),
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
