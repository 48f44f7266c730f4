import { FORMER, findVariable, KNOWN_VARIABLES, NODE_PREFIXES } from './known-variables.ts'
import { list } from './variables/variable.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Prefixes of the variables of Satchel. */
const OURS = /^(SERVICE|AUTH|PRICES|SUPER_USER|FORMER)_/

/**
 * Variables that container platforms and init systems set: the addresses of other services, and the result of a unit
 * that ended.
 */
const OF_PLATFORMS = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT(_\d+_(TCP|UDP)(_\w+)?)?$|^SERVICE_(RESULT|NAME|TAGS|FQDN_\w+)$/

/**
 * At this distance from the name of a variable of a node or of a log-in it counts as a typo, not as a variable of
 * another program.
 */
const MISTYPED = 2
const NODE_OR_LOG_IN = /^(GOOGLE|GITHUB|KEYCLOAK)_/

/** Variables of earlier versions: a start that ignored them would change the behaviour silently. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  ['REDIS_URL', 'no longer used: processes share the request limit through PostgreSQL; remove it'],
])

export const FOREIGN_VARIABLES = list(
  'SERVICE_FOREIGN_VARIABLES',
  'Names of other programs that look like ours: they do not stop the start.',
  { by: ['wallet', 'prices', 'start', 'rekey'] },
)

/** One line for each name with one of our prefixes, or of an earlier version, that is unknown. */
export function unknownVariables(env: Environment): readonly string[] {
  const foreign = new Set((env[FOREIGN_VARIABLES.name] ?? '').split(',').map((name) => name.trim()))
  const sources = [env['SERVICE_FUNDING_SOURCE'], env['SERVICE_FORMER_FUNDING_SOURCE']].map((kind) =>
    kind?.trim().toLowerCase(),
  )
  const prefixes = Object.entries(NODE_PREFIXES).flatMap(([kind, prefix]) => (sources.includes(kind) ? [prefix] : []))
  const looksLikeOurs = (name: string): boolean =>
    !OF_PLATFORMS.test(name) &&
    (OURS.test(name) || REMOVED.has(name) || prefixes.some((prefix) => name.startsWith(prefix)) || isMistyped(name))
  return Object.keys(env)
    .filter(
      (name) => env[name]?.trim() && !foreign.has(name) && findVariable(name) === undefined && looksLikeOurs(name),
    )
    .sort()
    .map((name) => `${name}: ${unknownVariable(name)}`)
}

const NODE_LIKE = Object.entries(KNOWN_VARIABLES)
  .filter(([name, { node = '' }]) => NODE_PREFIXES[node] !== undefined || NODE_OR_LOG_IN.test(name))
  .map(([name]) => name)

const isMistyped = (name: string): boolean => NODE_LIKE.some((known) => distanceOf(known, name, MISTYPED) <= MISTYPED)

/** Why a name is rejected: with its replacement, or with the nearest known name. */
export function unknownVariable(name: string, which = 'no such variable'): string {
  const removed = REMOVED.get(name)
  const nearest = removed === undefined ? nearestName(name) : undefined
  return `${removed ?? which}${nearest === undefined || nearest === name ? '' : `; did you mean ${nearest}?`}`
}

/** The known name that needs the fewest changes, unless it needs more than two fifths of its letters changed. */
function nearestName(name: string): string | undefined {
  const own = name.startsWith(FORMER) ? name.slice(FORMER.length) : name
  const most = Math.floor(own.length * 0.4)
  let nearest: string | undefined
  let fewest = most + 1
  for (const known of Object.keys(KNOWN_VARIABLES)) {
    const changes = distanceOf(known, own, fewest)
    if (changes < fewest) [nearest, fewest] = [known, changes]
  }
  return nearest === undefined ? undefined : `${own === name ? '' : FORMER}${nearest}`
}

/** Letters to insert, delete or replace; more than `most` may be counted as any larger number. */
function distanceOf(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= right.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
