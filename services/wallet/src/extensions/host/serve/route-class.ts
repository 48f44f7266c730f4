import { BODY_BYTES, LARGE_BODY_BYTES } from '@satchel/http/body-limits'
import type { AnyRoute } from './ask-extension.ts'
import { isVisit } from './is-visit.ts'

/** The checks of a route before its handler: access rule and rate limit. */
export const ROUTE_CLASSES = {
  visit: { access: 'anyone', rateLimited: 'visit' },
  public: { access: 'anyone' },
  form: { access: 'anyone', form: true },
  lnurl: { access: 'anyone', inside: true },
  invoice: { access: 'invoice-key', bodyOptional: true },
  admin: { access: 'admin-key', bodyOptional: true },
} as const
export type RouteClass = keyof typeof ROUTE_CLASSES

/** A key is checked before the body is read: pictures and long lists are for owners. */
export const bodyLimitOf = (name: RouteClass): number =>
  name === 'invoice' || name === 'admin' ? LARGE_BODY_BYTES : BODY_BYTES

interface Classed {
  readonly method: string
  /** Below `/{ext}`. */
  readonly path: string
  readonly route: AnyRoute
}

export function classOf({ method, path, route }: Classed): RouteClass {
  if (route.access !== 'public') return route.access
  if (route.form === true) return 'form'
  return isVisit(method, { path, route }) ? 'visit' : 'public'
}
