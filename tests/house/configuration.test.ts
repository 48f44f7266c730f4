import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configurationPage } from '@satchel/configuration/configuration-page'
import { findVariable } from '@satchel/configuration/known-variables'
import type { Variable } from '@satchel/configuration/variables/variable'
import type { AskedVariable } from '@satchel/http/environment'
import { expect, test } from 'vitest'
import { CHAPTERS, knownVariables } from '../../scripts/all-variables.ts'
import { writeNodeNames } from '../../scripts/write-node-names.ts'
import { readConfig as readPrices } from '../../services/price-aggregator/src/config.ts'
import { readConfig as readWallet } from '../../services/wallet/src/config/config.ts'
import { NODE_VARIABLES } from '../../services/wallet/src/config/node-variables.ts'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

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
/** The first chapter is read before a service. */
const OF_SERVICES = CHAPTERS.slice(1).flatMap(([, variables]) => variables)

test.each([
  ['wallet', readWallet],
  ['prices', readPrices],
] as const)('declarations and the reader of %s agree: names, kinds, defaults and bounds', (by, readConfig) => {
  const usual = asked(readConfig, {})
  const all = [
    ...usual,
    ...KINDS.flatMap((kind) => [
      ...asked(readConfig, { ...envOf(kind), ...CLIENTS }),
      ...asked(readConfig, envOf(kind, 'FORMER_')),
    ]),
  ]
  const rows = OF_SERVICES.filter((row) => row.by.includes(by))
  const declared = new Map(rows.map((row) => [row.name, row]))
  expect(declared.size).toBe(rows.length)
  const former = all.filter(({ name }) => name.startsWith('FORMER_'))
  expect(former.filter(({ name }) => findVariable(name) === undefined)).toEqual([])
  const own = all.filter((one) => !former.includes(one))
  expect(new Set(own.map(({ name }) => name))).toEqual(new Set(declared.keys()))
  for (const one of own) expect(differences(declared.get(one.name), one), one.name).toEqual([])
  for (const { name, fallback } of usual.filter((one) => one.fallback !== undefined)) {
    const row = declared.get(name)
    if (row?.varies === undefined) expect(row?.default, name).toBe(fallback)
  }
})

function differences(row: Variable | undefined, one: AskedVariable): readonly string[] {
  if (row === undefined) return ['not declared']
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

test('the page of variables and the list of known names match the declarations: `npm run config -- page` writes them', () => {
  const page = read('docs/guide/configuration.md')
  expect(page).toBe(configurationPage(page, CHAPTERS))
  expect(page).toContain('`SERVICE_DATA_FOLDER`')
  expect(read('packages/configuration/src/known-variables.json')).toBe(knownVariables())
})

test('the web app has the names of the nodes and of their fields that the backends define', () => {
  const written = read('apps/web/src/places/admin/node/node-names.ts')
  expect(written === writeNodeNames(), 'run `npm run client`').toBe(true)
})

test('README and guides name no unused variable', () => {
  const guides = [
    'README.md',
    ...readdirSync(new URL('../../docs/guide', import.meta.url)).map((name) => `docs/guide/${name}`),
  ]
  const named = guides.flatMap((path) => [
    ...read(path).matchAll(/\b(?:SERVICE|AUTH|PRICES|FORMER|CLN\w*)_[A-Z_]*[A-Z]\b(?!_?…)/g),
  ])
  expect(named.length).toBeGreaterThan(50)
  expect(named.map(([name]) => name).filter((name) => findVariable(name) === undefined)).toEqual([])
})

/** Variables of other programs in the same files. */
const FOREIGN = /^(APP_HOST|APP_PORT|PROXY_AUTH_ADD|POSTGRES_\w+)$/

test.each([
  'container/compose.yaml',
  'kubernetes/satchel.yaml',
  'umbrel/docker-compose.yml',
  'systemd/satchel.service',
])('ops/%s sets no unknown variable', (path) => {
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
