import table from './known-variables.json' with { type: 'json' }
import type { Variable } from './variables/variable.ts'

export const FORMER = 'FORMER_'

/** What every process knows of a variable; its reader declares the rest. `by`: all services and commands that read it. */
export interface KnownVariable extends Pick<Variable, 'by' | 'kind' | 'secret'> {
  /** The kind of node that it belongs to. */
  readonly node?: string
}

/** Every variable that a process of ours reads; those of a former node have `FORMER_` before their name and are not here. */
export const KNOWN_VARIABLES = table.variables as unknown as Readonly<Record<string, KnownVariable>>

/** Prefixes of variables by the kind of node. */
export const NODE_PREFIXES: Readonly<Record<string, string>> = table.prefixes

/** The known facts of a name, also of a former node's. */
export function findVariable(name: string): KnownVariable | undefined {
  const own = name.startsWith(FORMER) ? name.slice(FORMER.length) : name
  const found = Object.hasOwn(KNOWN_VARIABLES, own) ? KNOWN_VARIABLES[own] : undefined
  return own !== name && found?.node === undefined ? undefined : found
}
