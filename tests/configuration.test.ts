import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configurationPage } from '@satchel/configuration/configuration-page'
import { ENTRY_VARIABLES, findVariable, KNOWN_VARIABLES } from '@satchel/configuration/variables/known-variables'
import { NODE_VARIABLES } from '@satchel/configuration/variables/node-variables'
import type { Variable } from '@satchel/configuration/variables/variable'
import type { AskedVariable } from '@satchel/http/environment'
import { expect, test } from 'vitest'
import { readConfig as readPrices } from '../services/price-aggregator/src/config.ts'
import { readConfig as readWallet } from '../services/wallet/src/config.ts'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

type Env = Readonly<Record<string, string>>

function asked(readConfig: typeof readWallet | typeof readPrices, env: Env): readonly AskedVariable[] {
  const found: AskedVariable[] = []
  readConfig(env, (one) => found.push(one))
  return found
}

const CLIENTS = Object.fromEntries(
  ['GOOGLE', 'GITHUB', 'KEYCLOAK'].flatMap((name) => [
    [`${name}_CLIENT_ID`, 'x'],
    [`${name}_CLIENT_SECRET`, 'x'],
  ]),
)
/** Every branch of the readers that asks for something more. */
const envOf = (kind: string, prefix = ''): Env => ({
  SERVICE_NETWORK: 'regtest',
  [`${prefix}LND_REST_ENDPOINT`]: 'http://192.0.2.1:1',
  [`${prefix}CLNREST_URL`]: 'http://192.0.2.1:1',
  ...(prefix === '' ? { SERVICE_FUNDING_SOURCE: kind } : { SERVICE_FORMER_FUNDING_SOURCE: kind }),
})
const KINDS = NODE_VARIABLES.map(({ kind }) => kind)
const OF_COMMANDS = ['SERVICE_NEW_KEY_ENCRYPTION_KEY']

test.each([
  ['wallet', readWallet],
  ['prices', readPrices],
] as const)(
  'the table and what the reader of %s asks for agree: names, kinds, defaults and bounds',
  (by, readConfig) => {
    const usual = asked(readConfig, {})
    const other = KINDS.flatMap((kind) => [
      ...asked(readConfig, { ...envOf(kind), ...CLIENTS }),
      ...asked(readConfig, envOf(kind, 'FORMER_')),
    ])
    const rows = KNOWN_VARIABLES.filter((row) => row.by.includes(by))
    const names = new Set([...usual, ...other].map(({ name }) => name))
    const former = [...names].filter((name) => name.startsWith('FORMER_'))
    expect(former.filter((name) => findVariable(name) === undefined)).toEqual([])
    const known = rows.map(({ name }) => name).filter((name) => !ENTRY_VARIABLES.some((row) => row.name === name))
    expect([...names].filter((name) => !former.includes(name)).sort()).toEqual(known.sort())
    for (const one of [...usual, ...other]) expect(differences(findVariable(one.name, by), one), one.name).toEqual([])
    // A default of the table is the one of a start without any variable.
    for (const one of usual.filter(({ fallback }) => fallback !== undefined)) {
      const row = findVariable(one.name, by)
      if (row?.varies === undefined) expect(row?.default, one.name).toBe(one.fallback)
    }
  },
)

function differences(row: Variable | undefined, one: AskedVariable): readonly string[] {
  if (row === undefined) return ['not in the table']
  // "Is it set?" is asked of all kinds.
  if (one.kind === 'text' && one.fallback === undefined) return []
  const aspects = ['kind', 'min', 'max', 'choices'] as const
  return aspects.filter((aspect) => JSON.stringify(row[aspect]) !== JSON.stringify(one[aspect]))
}

test('a former node has every variable of the node', () => {
  for (const { kind, variables } of NODE_VARIABLES) {
    const names = new Set(asked(readWallet, envOf(kind, 'FORMER_')).map(({ name }) => name))
    for (const { name } of variables) expect(names).toContain(`FORMER_${name}`)
  }
})

test('each service has one row for a name, and the commands know theirs', () => {
  for (const by of ['wallet', 'prices'] as const) {
    const names = KNOWN_VARIABLES.filter((row) => row.by.includes(by)).map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  }
  expect(OF_COMMANDS.filter((name) => findVariable(name) === undefined)).toEqual([])
})

test('docs/guide/configuration.md is what the table says: `npm run config -- page` writes it', () => {
  const page = read('docs/guide/configuration.md')
  expect(page).toBe(configurationPage(page))
  expect(page).toContain('`SERVICE_DATA_FOLDER`')
})

test('README and guides name no variable that nothing reads', () => {
  const guides = [
    'README.md',
    ...readdirSync(new URL('../docs/guide', import.meta.url)).map((name) => `docs/guide/${name}`),
  ]
  const named = guides.flatMap((path) => [
    ...read(path).matchAll(/\b(?:SERVICE|AUTH|PRICES|FORMER|CLN\w*)_[A-Z_]*[A-Z]\b(?!_?…)/g),
  ])
  expect(named.length).toBeGreaterThan(50)
  expect(named.map(([name]) => name).filter((name) => findVariable(name) === undefined)).toEqual([])
})

/** Of other programs in the same files. */
const FOREIGN = /^(APP_HOST|APP_PORT|PROXY_AUTH_ADD|POSTGRES_\w+)$/

test.each([
  'container/compose.yaml',
  'kubernetes/satchel.yaml',
  'umbrel/docker-compose.yml',
  'systemd/satchel.service',
])('ops/%s sets no variable that the services do not know', (path) => {
  const text = read(`ops/${path}`)
  const set = [
    ...text.matchAll(/^ +([A-Z][A-Z0-9_]+): |name: ([A-Z][A-Z0-9_]+), value|\b((?:SERVICE|PRICES)_[A-Z_]+)=/gm),
  ]
  const names = set
    .map(([, inMap, inList, inUnit]) => inMap ?? inList ?? inUnit ?? '')
    .filter((name) => !FOREIGN.test(name))
  expect(names.length).toBeGreaterThan(2)
  expect(names.filter((name) => findVariable(name) === undefined)).toEqual([])
})
