import type { PublishedRoute } from './published-routes.ts'

/** Invoices only: sending uses the same path, and an entry without the suffix allows both. */
export const RECEIVE_ENTRY = 'POST /api/v1/payments receive'

/** Whether the entries allow invoices but not payments, over a path that does both. */
export const isReceiveOnly = (entries: readonly string[]): boolean =>
  entries.includes(RECEIVE_ENTRY) && !entries.includes(RECEIVE_ENTRY.replace(/ receive$/, ''))

/** Paths by which an ACL token could gain rights: administration, log-ins, tokens, links, guests (rule D2). */
const OUT_OF_REACH = /^\/(admin|users|api\/v1\/(admin|auth|download-links|push|wallet\/share))(\/|$)/
/** The profile, which the specification lets an access list name (rule W26). */
const IN_REACH_ALL_THE_SAME: readonly string[] = ['GET /api/v1/auth', 'PUT /api/v1/auth/me']
const ADMINISTRATION: readonly string[] = ['admin', 'super-user']

/** Literal text of a path; other values of a parameter cannot be listed as objects. */
const PLAIN_SEGMENT = /^[\w.~@-]+$/

type Endpoint = Pick<PublishedRoute, 'method' | 'template'>

function isInReach({ method, template }: Endpoint): boolean {
  return !OUT_OF_REACH.test(template) || IN_REACH_ALL_THE_SAME.includes(`${method} ${template}`)
}

/** Why an access list cannot have this entry; undefined = it can. */
export function entryProblem(entry: string, routes: readonly PublishedRoute[]): string | undefined {
  if (entry === RECEIVE_ENTRY) return undefined
  const [method, path, ...more] = entry.split(' ')
  if (path === undefined || more.length > 0) return 'should be a method, a space and a path'
  const named = routes.filter((route) => route.method === method && covers(path, route.template))
  if (named.length === 0) return 'should name a route and a method of this service, as /openapi.json prints them'
  const open = named.every((route) => isInReach(route) && !ADMINISTRATION.includes(route.access))
  return open ? undefined : 'is out of the reach of every ACL token'
}

/** Whether the entry is the template, or the template with some parameters filled in. */
function covers(path: string, template: string): boolean {
  const [segments, wanted] = [path.split('/'), template.split('/')]
  return (
    segments.length === wanted.length &&
    wanted.every((part, index) => {
      const segment = segments[index] ?? ''
      return segment === part || (part.startsWith('{') && PLAIN_SEGMENT.test(segment))
    })
  )
}

/** The entries to choose from, with what each allows; routes that need no credential need no entry. */
export function listChoices(
  routes: readonly PublishedRoute[],
): { readonly endpoint: string; readonly description: string }[] {
  return routes
    .filter(
      (route) => route.access !== 'anyone' && entryProblem(`${route.method} ${route.template}`, routes) === undefined,
    )
    .flatMap(({ method, template, summary }) => {
      const endpoint = `${method} ${template}`
      const receive = { endpoint: RECEIVE_ENTRY, description: 'Make an invoice; sending is rejected' }
      return [{ endpoint, description: summary }, ...(RECEIVE_ENTRY.startsWith(`${endpoint} `) ? [receive] : [])]
    })
}

/** A request as the router matched it: never the text of its URL (rule D2). */
export interface RoutedRequest extends Endpoint {
  readonly params: Readonly<Record<string, string>>
}

export type Reach = 'nothing' | 'receive-only' | 'everything'

/** Whether the entries allow the route that matched a request. */
export function reachOf(entries: readonly string[], { method: asked, template, params }: RoutedRequest): Reach {
  const method = asked === 'HEAD' ? 'GET' : asked
  if (!isInReach({ method, template })) return 'nothing'
  const isNamed = (path: string): boolean => entries.includes(`${method} ${path}`)
  // A path with a trailing slash in the manual also works without it.
  if (spellings(template, params).some((path) => isNamed(path) || isNamed(`${path}/`))) return 'everything'
  return RECEIVE_ENTRY === `${method} ${template} receive` && entries.includes(RECEIVE_ENTRY)
    ? 'receive-only'
    : 'nothing'
}

/** All entries that match a request: each parameter as a placeholder, or with its value. */
function spellings(template: string, params: Readonly<Record<string, string>>): string[] {
  return template.split('/').reduce<string[]>(
    (paths, part, index) => {
      const value = part.startsWith('{') ? params[part.slice(1, -1)] : undefined
      const parts = value !== undefined && PLAIN_SEGMENT.test(value) ? [part, value] : [part]
      return paths.flatMap((path) => parts.map((one) => (index === 0 ? one : `${path}/${one}`)))
    },
    [''],
  )
}
