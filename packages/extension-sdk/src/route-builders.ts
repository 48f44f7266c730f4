import type { Ctx } from './context.ts'
import type { NoFields, Route, RoutePath, Routes } from './extension.ts'
import { type ListRoute, listRoute, type PAGE } from './list-route.ts'
import { type LnurlPayRoutes, lnurlPayRoutes, type PayLinkRoutes } from './lnurl-pay-routes.ts'
import {
  type LnurlWithdrawRoutes,
  lnurlWithdrawCallback,
  lnurlWithdrawRoutes,
  type WithdrawClaim,
  type WithdrawLinkRoutes,
} from './lnurl-withdraw-routes.ts'
import type { Shape } from './shape.ts'

/** Writes routes of one extension: its fields and tables give the types of `item` and `ctx`. */
export interface RouteBuilders<S extends Shape, T extends Record<string, Shape>> {
  /** Routes outside of `defineExtension`: `routes({ 'GET /p/:id': { … } })`. The path gives the types of `params`. */
  routes<R extends Record<RoutePath, unknown>>(routes: Routes<S, Ctx<S, T>, R>): Routes<S, Ctx<S, T>, R>
  /** A route with fields: `query` and `body` give the types of those of the request. */
  route<P = never, const Q extends Shape = NoFields, const B extends Shape = NoFields>(
    route: Route<S, Ctx<S, T>, P, Q, B>,
  ): Route<S, Ctx<S, T>, P, Q, B>
  /** A list of rows of a table, in pages. */
  listRoute<N extends keyof T & string, P = never>(list: ListRoute<S, T, N, P>): Route<S, Ctx<S, T>, P, typeof PAGE>
  /** The offer and the callback of LNURL-pay. */
  lnurlPayRoutes<const L extends `/${string}`, const Q extends Shape = NoFields>(
    link: PayLinkRoutes<S, Ctx<S, T>, L, Q>,
  ): LnurlPayRoutes<S, Ctx<S, T>, L>
  /** The offer and the callback of LNURL-withdraw. */
  lnurlWithdrawRoutes<
    const L extends `/${string}`,
    const Q extends Shape = NoFields,
    const K extends string = `${L}/cb`,
  >(link: WithdrawLinkRoutes<S, Ctx<S, T>, L, Q, K>): LnurlWithdrawRoutes<S, Ctx<S, T>, L, K>
  /** The callback of LNURL-withdraw alone, for extensions that write the offer themselves (a tapped card). */
  lnurlWithdrawCallback<P = never, const Q extends Shape = NoFields>(link: {
    readonly summary: string
    readonly callbackQuery?: Q
    readonly claim: WithdrawClaim<S, Ctx<S, T>, P, Q, string | undefined>
  }): ReturnType<typeof lnurlWithdrawCallback<S, Ctx<S, T>, P, Q>>
}

/**
 * The builders of one extension; name its fields and tables once:
 * `export const { route, listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()`.
 */
export const routeBuilders = <
  S extends Shape,
  T extends Record<string, Shape> = Record<string, never>,
>(): RouteBuilders<S, T> => ({
  routes: (routes) => routes,
  route: (route) => route,
  listRoute,
  lnurlPayRoutes,
  lnurlWithdrawRoutes,
  lnurlWithdrawCallback,
})
