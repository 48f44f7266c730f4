import { ALL_BACKENDS } from '@satchel/lightning/all-backends'

/** The module of the web app: what its catalogues call the fields of a node, and the names of programs and companies. */
export function writeNodeNames(): string {
  const fields = ALL_BACKENDS.flatMap(({ variables }) => variables).flatMap(({ name, field }) =>
    field === undefined ? [] : [`  ${name}: 'admin.node-${field}',`],
  )
  // The simulated node has a name in each language.
  const named = ALL_BACKENDS.filter(({ kind }) => kind !== 'simulated')
  const kinds = named.map(({ kind, label }) => `  ${/^\w+$/.test(kind) ? kind : `'${kind}'`}: '${label}',`)
  return [
    '// Written by `npm run client` from the definitions in packages/lightning/src/backends: not to be edited.',
    "import type { TextKey } from '../../../language/language.ts'",
    '',
    'export const KINDS: Readonly<Record<string, string>> = {',
    ...kinds,
    '}',
    '',
    'export const FIELDS: Readonly<Record<string, TextKey>> = {',
    ...fields,
    '}',
    '',
  ].join('\n')
}
