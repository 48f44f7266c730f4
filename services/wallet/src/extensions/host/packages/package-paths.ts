import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { ExtensionSystem } from '../../extension-system.ts'
import { answersHead } from '../serve/is-visit.ts'
import { listOwnRoutes } from '../serve/own.routes.ts'
import { PACKAGE_PREFIX, withoutPackagePrefix } from '../serve/package-prefix.ts'
import { classOf, type RouteClass } from '../serve/route-class.ts'
import type { PlacedRoute } from '../serve/route-options.ts'
import type { FoundSocket } from '../sockets/socket.routes.ts'

/** A route of a package that has the path of a request. */
export interface FoundRoute {
  readonly definition: AnyExtension
  readonly placed: PlacedRoute
  readonly class: RouteClass
  readonly params: Readonly<Record<string, string>>
}

interface Pattern {
  readonly segments: readonly string[]
}

interface Known extends Pattern {
  readonly placed: PlacedRoute
}

interface KnownSocket extends Pattern {
  /** Below `/{ext}`. */
  readonly path: string
}

interface Listing {
  readonly routes: readonly Known[]
  readonly sockets: readonly KnownSocket[]
}

const listings = new WeakMap<AnyExtension, Listing>()

/** Literal paths first, because they are more specific. */
function listPaths(definition: AnyExtension): Listing {
  const known = listings.get(definition)
  if (known !== undefined) return known
  const names = ({ segments }: Pattern): number => segments.filter(isName).length
  const exactFirst = (one: Pattern, other: Pattern): number => names(one) - names(other)
  const { id } = definition.manifest
  const routes = listOwnRoutes(definition).map((placed) => ({ placed, segments: placed.url.split('/') }))
  const paths = Object.keys(definition.sockets ?? {})
  const sockets = paths.map((path) => ({ path, segments: `/${id}${path}`.split('/') }))
  const listing = { routes: routes.toSorted(exactFirst), sockets: sockets.toSorted(exactFirst) }
  listings.set(definition, listing)
  return listing
}

const isName = (segment: string): boolean => segment.startsWith(':')

/** The package with code that the path is below. */
function findPackage(system: ExtensionSystem, segments: readonly string[]): AnyExtension | undefined {
  const present = system.find(segments[1] ?? '')
  return present?.available === true && present.runtime === 'js' ? present.definition : undefined
}

/** The parameters of a path that matches the pattern; undefined = it does not match. */
function paramsOf({ segments: pattern }: Pattern, segments: readonly string[]): FoundRoute['params'] | undefined {
  if (pattern.length !== segments.length) return undefined
  if (!pattern.every((part, at) => isName(part) || part === segments[at])) return undefined
  const named = pattern.flatMap((part, at) => (isName(part) ? [[part.slice(1), decoded(segments[at] ?? '')]] : []))
  return Object.fromEntries(named) as FoundRoute['params']
}

/** HEAD as GET without the body, where it is answered. */
const verbsOf = (placed: PlacedRoute): readonly string[] =>
  placed.method === 'GET' && answersHead(placed) ? READS : [placed.method]

const READS: readonly string[] = ['GET', 'HEAD']

/** `path`: as requested, without its query. */
export function findPackageRoute(system: ExtensionSystem, method: string, path: string): FoundRoute | undefined {
  const segments = path.split('/')
  const definition = findPackage(system, segments)
  if (definition === undefined) return undefined
  for (const known of listPaths(definition).routes) {
    const { placed } = known
    const params = verbsOf(placed).includes(method) ? paramsOf(known, segments) : undefined
    if (params !== undefined) return { definition, placed, class: classOf(placed), params }
  }
  return undefined
}

/** `url`: of a request, also as `packageUrl` has rewritten it. */
export function findPackageSocket(system: ExtensionSystem, url: string): FoundSocket | undefined {
  const segments = (withoutPackagePrefix(url).split('?')[0] ?? '').split('/')
  const extension = findPackage(system, segments)
  if (extension === undefined) return undefined
  for (const known of listPaths(extension).sockets) {
    const params = paramsOf(known, segments)
    if (params !== undefined) return { extension, path: known.path, params }
  }
  return undefined
}

/** The verbs of a path, if it belongs to a package. */
export function packageVerbs(system: ExtensionSystem, path: string): readonly string[] {
  const segments = path.split('/')
  const definition = findPackage(system, segments)
  if (definition === undefined || segments.indexOf('', 1) > 0) return []
  const { routes, sockets } = listPaths(definition)
  const matching = routes.filter((known) => paramsOf(known, segments) !== undefined)
  const verbs = matching.flatMap(({ placed }) => verbsOf(placed))
  return sockets.some((known) => paramsOf(known, segments) !== undefined) ? [...verbs, ...READS] : verbs
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * Maps a request for a package's route to the internal route of its class; undefined = no such route. Packages change
 * at run time and an app's routes cannot: so there is one route per class, to which requests are rewritten.
 */
export function packageUrl(system: ExtensionSystem, url: string, method: string): string | undefined {
  // A caller must not choose the class of a request.
  if (url.startsWith(PACKAGE_PREFIX)) return PACKAGE_PREFIX
  const found = findPackageRoute(system, method, url.split('?')[0] ?? '')
  if (found !== undefined) return `${PACKAGE_PREFIX}/${found.class}${url}`
  const isSocket = READS.includes(method) && findPackageSocket(system, url) !== undefined
  return isSocket ? `${PACKAGE_PREFIX}/socket${url}` : undefined
}
