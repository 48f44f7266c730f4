import type { Chapter } from '@satchel/configuration/configuration-page'
import type { KnownVariable } from '@satchel/configuration/known-variables'
import { CONFIG_FOLDER } from '@satchel/configuration/open-configuration'
import { FOREIGN_VARIABLES } from '@satchel/configuration/unknown-variables'
import { FUNDING_VARIABLES, NODE_VARIABLES } from '@satchel/configuration/variables/node-variables'
import { PRICE_VARIABLES } from '../services/price-aggregator/src/config.ts'
import { WALLET_CHAPTERS } from '../services/wallet/src/config/variables.ts'
import { PRICES_PORT } from './start-ports.ts'

/** Every variable, each declared beside its reader: the chapters of docs/guide/configuration.md. */
export const CHAPTERS: readonly Chapter[] = [
  ['Every command', [CONFIG_FOLDER, FOREIGN_VARIABLES, PRICES_PORT]],
  ...WALLET_CHAPTERS,
  ['The Lightning node', FUNDING_VARIABLES],
  ...NODE_VARIABLES.map(({ kind, variables }): Chapter => [`Node \`${kind}\``, variables]),
  ['Price aggregator', Object.values(PRICE_VARIABLES)],
]

/**
 * packages/configuration/src/known-variables.json: with it each process knows the names of all others at its start,
 * without their readers.
 */
export function knownVariables(): string {
  const nodes = new Map(NODE_VARIABLES.flatMap(({ kind, variables }) => variables.map(({ name }) => [name, kind])))
  const known = new Map<string, KnownVariable>()
  for (const { name, by, kind, secret } of CHAPTERS.flatMap(([, variables]) => variables)) {
    const node = nodes.get(name)
    known.set(name, {
      by: [...new Set([...(known.get(name)?.by ?? []), ...by])],
      kind,
      ...(secret && { secret }),
      ...(node && { node }),
    })
  }
  const prefixes = NODE_VARIABLES.flatMap(({ kind, prefix }) => (prefix === undefined ? [] : [[kind, prefix] as const]))
  const lines = (entries: Iterable<readonly [string, unknown]>): string =>
    [...entries].map(([key, value]) => `    ${JSON.stringify(key)}: ${spaced(value)}`).join(',\n')
  return `{\n  "prefixes": {\n${lines(prefixes)}\n  },\n  "variables": {\n${lines(known)}\n  }\n}\n`
}

/** One line, as the formatter writes it. */
const spaced = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ').replace(/\[ /g, '[').replace(/ \]/g, ']')
