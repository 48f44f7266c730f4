import { Cron } from 'croner'
import type { PackageManifest } from './package-schema.ts'
import { shapeProblem } from './shape-problem.ts'

const MAX_TABLES = 20
const MAX_ROUTES = 60
const MAX_SOCKETS = 10
const MAX_JOBS = 10
const ROUTE = /^(?:GET|POST|PUT|DELETE) (?:\/(?:[a-z0-9][a-z0-9._-]{0,63}|:[a-z][a-z0-9_]{0,31})){1,8}$/
const SOCKET = /^\/ws(?:\/(?:[a-z0-9][a-z0-9._-]{0,63}|:[a-z][a-z0-9_]{0,31})){0,4}$/
/** A parameter there would also match the host's routes, because routes of packages are looked up first. */
const TOO_WIDE = /^\w+ \/(?::|api(?:\/(?!v1\/)|$))/
/** Paths of the host, or of the five endpoints of every extension. */
const TAKEN = /^\w+ \/(?:api\/v1\/?(?:[^/]*)|state\/.*|verify\/.*|assets\/.*|ws(?:\/.*)?|api)$/

/** The problem of a manifest's description of its code; undefined = none. */
export function codeProblem({ runtime, code, permissions = [] }: PackageManifest): string | undefined {
  if (runtime?.kind !== 'js') return code === undefined ? undefined : 'code is there, but runtime.kind is not "js"'
  // Packages installed before their code could run have none.
  if (code === undefined) return undefined
  const may = new Set(permissions.map(({ id }) => id))
  const needs = (isUsed: boolean, id: string, what: string): string | undefined =>
    isUsed && !may.has(id as never) ? `${what} needs the permission "${id}"` : undefined
  const paths = Object.keys(code.routes ?? {})
  if (permissions.some((one) => one.id === 'spend' && one.to === 'listed')) {
    return 'the permission "spend" of code goes to "own" or "any": whom an item lists is known to its code alone'
  }
  return (
    needs(code.jobs !== undefined, 'schedule', 'code.jobs') ??
    needs(code.nostr !== undefined, 'nostr', 'code.nostr') ??
    needs(
      paths.some((path) => path.startsWith('GET /p/') || code.routes?.[path]?.replyType === 'page'),
      'page',
      'a page',
    ) ??
    needs(code.frames !== undefined, 'frames', 'code.frames') ??
    needs(code.frames !== undefined, 'page', 'code.frames') ??
    needs(code.sockets !== undefined, 'ws', 'code.sockets') ??
    needs(code.hooks.includes('onPaymentSent'), 'payments.read', 'onPaymentSent') ??
    tableProblem(code) ??
    routesProblem(code) ??
    socketsProblem(code) ??
    jobsProblem(code)
  )
}

type Code = NonNullable<PackageManifest['code']>

function tableProblem({ tables = {}, createQuery }: Code): string | undefined {
  const names = Object.keys(tables)
  if (names.length > MAX_TABLES) return `code.tables has more than ${MAX_TABLES} tables`
  if (names.includes('items')) return 'code.tables cannot have a table "items"'
  return (
    firstOf(names, (name) => shapeProblem(tables[name] ?? {}, `code.tables.${name}`)) ??
    (createQuery && shapeProblem(createQuery, 'code.createQuery'))
  )
}

function routesProblem({ routes = {} }: Code): string | undefined {
  const keys = Object.keys(routes)
  if (keys.length > MAX_ROUTES) return `code.routes has more than ${MAX_ROUTES} routes`
  return firstOf(keys, (key) => {
    if (!ROUTE.test(key)) return `code.routes has a path that is not allowed: "${key.slice(0, 100)}"`
    if (TAKEN.test(key) || TOO_WIDE.test(key)) return `code.routes has a path of the host: "${key.slice(0, 100)}"`
    const { query, body, reply } = routes[key] ?? {}
    return firstOf(Object.entries({ query, body, reply }), ([part, shape]) =>
      shape === undefined || Object.keys(shape).length === 0
        ? undefined
        : shapeProblem(shape, `code.routes.${key}.${part}`),
    )
  })
}

function socketsProblem({ sockets = {} }: Code): string | undefined {
  const paths = Object.keys(sockets)
  if (paths.length > MAX_SOCKETS) return `code.sockets has more than ${MAX_SOCKETS} sockets`
  return firstOf(paths, (path) =>
    SOCKET.test(path) ? undefined : `code.sockets has a path that is not below "/ws": "${path.slice(0, 100)}"`,
  )
}

function jobsProblem({ jobs = {} }: Code): string | undefined {
  const names = Object.keys(jobs)
  if (names.length > MAX_JOBS) return `code.jobs has more than ${MAX_JOBS} jobs`
  return firstOf(names, (name) =>
    isCron(jobs[name]?.cron ?? '') ? undefined : `code.jobs.${name} has no cron pattern`,
  )
}

function isCron(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false
  try {
    return new Cron(text, { paused: true }).nextRun() !== null
  } catch {
    return false
  }
}

function firstOf<T>(all: readonly T[], problemOf: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const problem = problemOf(one)
    if (problem !== undefined) return problem
  }
  return undefined
}
