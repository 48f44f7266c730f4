import type { Variable } from '@satchel/configuration/variables/variable'
import type { SourceKind } from '@satchel/lightning/all-backends'
import { FUNDING_VARIABLES, NODE_VARIABLES } from '../../config/node-variables.ts'

/** Values by the name of their variable. */
export type Variables = Readonly<Record<string, string>>

export type RealKind = Exclude<SourceKind, 'simulated'>

/** The kinds that can be chosen in the web app: a simulated node must not replace a real one. */
export const REAL_KINDS: readonly RealKind[] = NODE_VARIABLES.map(({ kind }) => kind).filter(
  (kind) => kind !== 'simulated',
)

/** General statements about a node, besides its own variables; the environment takes precedence. */
export const STATEMENTS: readonly Variable[] = FUNDING_VARIABLES.filter(({ kind }) => kind === 'flag')

const variablesOf = (wanted: SourceKind): readonly Variable[] =>
  NODE_VARIABLES.find(({ kind }) => kind === wanted)?.variables ?? []

/** The fields of one kind of node, without second names of variables, which are for files of other programs. */
export const fieldsOf = (kind: RealKind): readonly Variable[] => [
  ...variablesOf(kind).filter(({ about }) => !about.startsWith('Another name of ')),
  ...STATEMENTS,
]

/** Every variable of this kind, second names included. */
export const namesOf = (kind: SourceKind): readonly string[] => variablesOf(kind).map(({ name }) => name)

/** The secrets among these values. */
export const secretsAmong = (variables: Variables): readonly string[] => {
  const secret = new Set(
    NODE_VARIABLES.flatMap(({ variables: own }) => own.filter((one) => one.secret === 'whole')).map(({ name }) => name),
  )
  return Object.entries(variables)
    .filter(([name, value]) => secret.has(name) && value !== '')
    .map(([, value]) => value)
}
