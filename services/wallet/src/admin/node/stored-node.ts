import type { Environment } from '@satchel/http/environment'
import type { SourceKind } from '@satchel/lightning/all-backends'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { namesOf, REAL_KINDS, type RealKind, STATEMENTS, type Variables } from './node-fields.ts'

/** A node that was stored in the web app, and the former one, as variables of the configuration. */
export interface ChosenVariables {
  readonly kind: RealKind
  readonly variables: Variables
  /** `none`: it is no longer reachable. */
  readonly former: FormerVariables | 'none' | undefined
}

export interface FormerVariables {
  readonly kind: SourceKind
  /** Names without the prefix `FORMER_`. */
  readonly variables: Variables
}

const CURRENT = 'SERVICE_FUNDING_SOURCE'
const FORMER = 'SERVICE_FORMER_FUNDING_SOURCE'
const PREFIX = 'FORMER_'

export const sealVariables = (vault: KeyVault, chosen: ChosenVariables): string => vault.seal(JSON.stringify(chosen))

export const openVariables = (vault: KeyVault, sealed: string): ChosenVariables =>
  JSON.parse(vault.open(sealed)) as ChosenVariables

/** The variables of the environment that choose a node: if one is set, a stored node is ignored. */
export const namedByEnvironment = (env: Environment): readonly string[] =>
  [CURRENT, FORMER].filter((name) => isSet(env, name))

/** The environment with this node in it. A node is one unit: no variable of a node comes from another source. */
export function toEnvironment(env: Environment, { kind, variables, former }: ChosenVariables): Environment {
  const ofNodes = new Set(REAL_KINDS.flatMap(namesOf))
  const rest = Object.entries(env).filter(([name]) => !ofNodes.has(name) && !ofNodes.has(withoutPrefix(name)))
  const statements = STATEMENTS.map(({ name }) => name)
  const own = Object.entries(variables).filter(([name]) => !statements.includes(name) || !isSet(env, name))
  return {
    ...Object.fromEntries(rest),
    ...Object.fromEntries(own),
    [CURRENT]: kind,
    ...(former !== undefined && { [FORMER]: former === 'none' ? former : former.kind }),
    ...(typeof former === 'object' &&
      Object.fromEntries(Object.entries(former.variables).map(([name, value]) => [PREFIX + name, value]))),
  }
}

/** The variables of the node in use, to follow its payments after a change. */
export const currentIn = (env: Environment, kind: SourceKind): FormerVariables => ({
  kind,
  variables: pick(env, kind, ''),
})

export function formerIn(
  env: Environment,
  kind: SourceKind | 'none' | undefined,
): FormerVariables | 'none' | undefined {
  if (kind === undefined || kind === 'none') return kind
  return { kind, variables: pick(env, kind, PREFIX) }
}

const pick = (env: Environment, kind: SourceKind, prefix: string): Variables =>
  Object.fromEntries(
    namesOf(kind).flatMap((name) => {
      const value = env[prefix + name]?.trim()
      return value ? [[name, value]] : []
    }),
  )

const withoutPrefix = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)

const isSet = (env: Environment, name: string): boolean => Boolean(env[name]?.trim())
