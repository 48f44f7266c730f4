import type { AnyExtension, Route } from '../extension.ts'
import type { Shape } from '../shape.ts'
import type { Translations } from '../text.ts'

/** Optional functions of a definition of a package. */
export const HOOKS = [
  'beforeCreate',
  'afterCreate',
  'beforeUpdate',
  'afterUpdate',
  'beforeDelete',
  'derive',
  'spendCeiling',
  'isListening',
  'onPaymentSettled',
  'onPaymentSent',
  'onIntentResolved',
] as const
export type Hook = (typeof HOOKS)[number]

const ROUTE_HOOKS = ['conclude', 'onFetchFailed', 'formatError'] as const
export type RouteHook = (typeof ROUTE_HOOKS)[number]

/** Functions of a socket besides `open`. */
export const SOCKET_HOOKS = ['message', 'heartbeat', 'close'] as const
export type SocketHook = (typeof SOCKET_HOOKS)[number]

/** A route without its code. */
export interface DescribedRoute extends Omit<Route<Shape, unknown, unknown, Shape, Shape>, 'handle' | RouteHook> {
  /** Functions that it has besides `handle`. */
  readonly hooks?: readonly RouteHook[]
}

/**
 * What the code of a package contains, as data: the host knows every route, job and table of it without running it. Written
 * into the manifest by `npm run pack-extension`.
 */
export interface CodeDescription {
  readonly hooks: readonly Hook[]
  readonly tables?: Readonly<Record<string, Shape>>
  readonly createQuery?: Shape
  readonly itemsAlias?: string
  readonly includeInternal?: boolean
  readonly routes?: Readonly<Record<string, DescribedRoute>>
  readonly claims?: Readonly<Record<string, DescribedRoute>>
  readonly sockets?: Readonly<Record<string, readonly SocketHook[]>>
  readonly jobs?: Readonly<Record<string, { readonly cron: string }>>
  readonly tasks?: readonly string[]
  readonly answers?: readonly string[]
  readonly nostr?: { readonly watchedFields?: readonly string[] }
  readonly assets?: AnyExtension['assets']
  readonly translations?: Translations
  /** Files below `frames/` of the package, which its pages show in frames. */
  readonly frames?: readonly string[]
}

/** Everything of a definition except the code and the fields of the manifest. */
export function describeCode(definition: AnyExtension): CodeDescription {
  const { tables, createQuery, itemsAlias, includeInternal, routes, claims, sockets, jobs, nostr } = definition
  const { tasks, answers, assets, translations } = definition
  const whole = {
    hooks: HOOKS.filter((name) => definition[name] !== undefined),
    tables,
    createQuery,
    itemsAlias,
    includeInternal,
    routes: mapped(routes, describeRoute),
    claims: mapped(claims, describeRoute),
    sockets: mapped(sockets, (socket: object) => present(SOCKET_HOOKS, socket)),
    jobs: mapped(jobs, ({ cron }: { readonly cron: string }) => ({ cron })),
    tasks: tasks && Object.keys(tasks),
    answers: answers && Object.keys(answers),
    nostr: nostr && (nostr.watchedFields === undefined ? {} : { watchedFields: nostr.watchedFields }),
    assets,
    translations,
  }
  // Through JSON, as the manifest is read.
  return JSON.parse(JSON.stringify(whole)) as CodeDescription
}

function describeRoute({ handle: _handle, ...route }: { readonly handle: unknown }): DescribedRoute {
  const hooks = present(ROUTE_HOOKS, route)
  const data = Object.fromEntries(Object.entries(route).filter(([, value]) => typeof value !== 'function'))
  return { ...(data as unknown as DescribedRoute), ...(hooks.length > 0 && { hooks }) }
}

const present = <Name extends string>(names: readonly Name[], owner: object): Name[] =>
  names.filter((name) => (owner as Record<string, unknown>)[name] !== undefined)

const mapped = <To>(given: object | undefined, to: (value: never) => To): Readonly<Record<string, To>> | undefined =>
  given && Object.fromEntries(Object.entries(given).map(([name, value]) => [name, to(value as never)]))
