import { FUNDING_VARIABLES, NODE_VARIABLES } from '@satchel/configuration/variables/node-variables'
import type { Variable } from '@satchel/configuration/variables/variable'
import type { SourceKind } from '@satchel/lightning/read-funding'

/** Values by the name of their variable. */
export type Variables = Readonly<Record<string, string>>

export type RealKind = Exclude<SourceKind, 'simulated'>

const isReal = (kind: SourceKind): kind is RealKind => kind !== 'simulated'

/** What can be chosen in the web app: no simulated node in the place of a real one. */
export const REAL_KINDS: readonly RealKind[] = NODE_VARIABLES.map(({ kind }) => kind).filter(isReal)

/** What an operator states about a node beside its own variables; where the environment states it, that counts. */
export const STATEMENTS: readonly Variable[] = FUNDING_VARIABLES.filter(({ kind }) => kind === 'flag')

const variablesOf = (wanted: SourceKind): readonly Variable[] =>
  NODE_VARIABLES.find(({ kind }) => kind === wanted)?.variables ?? []

/** What is asked for one kind of node. Second names of a variable are for files of others. */
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
