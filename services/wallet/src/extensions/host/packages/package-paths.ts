import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { ExtensionSystem } from '../../extension-system.ts'
import { listOwnRoutes } from '../serve/own.routes.ts'
import { PACKAGE_PREFIX } from '../serve/package-prefix.ts'
import { classOf, type RouteClass } from '../serve/route-class.ts'
import type { PlacedRoute } from '../serve/route-options.ts'

/** A route of a package that has the path of a request. */
export interface FoundRoute {
  readonly definition: AnyExtension
  readonly placed: PlacedRoute
  readonly class: RouteClass
  readonly params: Readonly<Record<string, string>>
}

interface Known {
  readonly placed: PlacedRoute
  readonly segments: readonly string[]
}

/** Paths without names first: they are the more exact ones. */
const listings = new WeakMap<AnyExtension, readonly Known[]>()

function listRoutes(definition: AnyExtension): readonly Known[] {
  const known = listings.get(definition)
  if (known !== undefined) return known
  const names = ({ segments }: Known): number => segments.filter(isName).length
  const listed = listOwnRoutes(definition)
    .map((placed) => ({ placed, segments: placed.url.split('/') }))
    .toSorted((one, other) => names(one) - names(other))
  listings.set(definition, listed)
  return listed
}

const isName = (segment: string): boolean => segment.startsWith(':')

/** `path`: as it was asked for, without its query. */
export function findPackageRoute(system: ExtensionSystem, method: string, path: string): FoundRoute | undefined {
  const segments = path.split('/')
  const present = system.find(segments[1] ?? '')
  if (present === undefined || !present.available || present.runtime !== 'js') return undefined
  const { definition } = present
  for (const { placed, segments: pattern } of listRoutes(definition)) {
    if (placed.method !== method || pattern.length !== segments.length) continue
    if (!pattern.every((part, at) => isName(part) || part === segments[at])) continue
    const named = pattern.flatMap((part, at) => (isName(part) ? [[part.slice(1), decoded(segments[at] ?? '')]] : []))
    return { definition, placed, class: classOf(placed), params: Object.fromEntries(named) as FoundRoute['params'] }
  }
  return undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The address inside the app of a request to a route of a package; undefined = it is for none. Packages come and go while
 * the service runs, and routes of an app do not: so there is one for each class of route, and requests are rewritten to it.
 */
export function packageUrl(system: ExtensionSystem, url: string, method: string): string | undefined {
  // No caller chooses the class of a request.
  if (url.startsWith(PACKAGE_PREFIX)) return PACKAGE_PREFIX
  const found = findPackageRoute(system, method, url.split('?')[0] ?? '')
  return found === undefined ? undefined : `${PACKAGE_PREFIX}/${found.class}${url}`
}
