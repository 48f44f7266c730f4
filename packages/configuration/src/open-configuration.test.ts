import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findVariable } from './known-variables.ts'
import { maskValue } from './mask-value.ts'
import { openConfiguration } from './open-configuration.ts'
import type { Reads } from './variables/variable.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-configuration-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: '.env' | 'satchel.toml', text: string, mode = 0o600): void => {
  writeFileSync(join(folder, name), text)
  chmodSync(join(folder, name), mode)
}
const open = (env: Readonly<Record<string, string>> = {}, by: Reads = 'wallet') =>
  openConfiguration({ SERVICE_CONFIG_FOLDER: folder, ...env }, by)
const problem = (env?: Readonly<Record<string, string>>): Promise<string> =>
  open(env).then(
    () => '',
    (error: Error) => error.message,
  )

test('the environment has priority over .env, .env over satchel.toml, and an empty value counts as not set', async () => {
  write('.env', 'PORT=2\nSERVICE_SITE_NAME=two\nSERVICE_SITE_MOTD=\n')
  write('satchel.toml', 'port = 3\nservice_site_name = "three"\nservice_site_motd = "three"\n')
  const { env, origins } = await open({ PORT: '1', SERVICE_SITE_NAME: ' ' })
  expect(env).toMatchObject({ PORT: '1', SERVICE_SITE_NAME: 'two', SERVICE_SITE_MOTD: 'three' })
  const named = ['PORT', 'SERVICE_SITE_NAME', 'SERVICE_SITE_MOTD'].map((name) => origins.get(name))
  expect(named).toEqual(['environment', '.env', 'satchel.toml'])
})

test('values of .env follow the usual rules of quoting', async () => {
  write('.env', `# a comment\nexport SERVICE_SITE_NAME='a # b'\nSERVICE_SITE_MOTD="two\nlines" # end\n\nOTHER=x # y\n`)
  expect((await open()).env).toMatchObject({ SERVICE_SITE_NAME: 'a # b', SERVICE_SITE_MOTD: 'two\nlines', OTHER: 'x' })
})

test('a section of satchel.toml applies to its service only and has priority; lists and objects are written as variables', async () => {
  write(
    'satchel.toml',
    `HOST = "::1"
service_trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
[wallet]
host = "127.0.0.2"
service_fixed_rates = { USD = 50000 }
SERVICE_NODE_IS_SHARED = true
service_extensions_manifests = ["https://a.example/x.json"]
[prices]
port = 7001
`,
  )
  expect((await open()).env).toMatchObject({
    HOST: '127.0.0.2',
    SERVICE_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
    SERVICE_FIXED_RATES: '{"USD":50000}',
    SERVICE_NODE_IS_SHARED: 'true',
    SERVICE_EXTENSIONS_MANIFESTS: '["https://a.example/x.json"]',
  })
  const prices = (await open({}, 'prices')).env
  expect(prices).toMatchObject({ HOST: '::1', PORT: '7001' })
  expect(prices).not.toHaveProperty('SERVICE_FIXED_RATES')
})

test.each([
  ['.env', 'PORT=1\nnonsense\n', '.env:2: must be NAME=value'],
  ['.env', 'PORT=1\n\nSERVICE_SITE_NAME="open\nPORT=2\n', '.env:3: the quote " is not closed'],
  ['satchel.toml', 'port = 1\nhost = \n', 'satchel.toml:2:'],
  ['satchel.toml', 'port = 2026-11-27\n', 'satchel.toml: port: must be text'],
  ['satchel.toml', 'wallet = 1\n', 'satchel.toml: wallet: must be a section'],
  ['satchel.toml', '[prices]\nfetch_interval_second = 1\n', 'did you mean FETCH_INTERVAL_SECONDS?'],
  [
    'satchel.toml',
    '[prices]\nservice_max_pending = 1\n',
    'satchel.toml [prices]: service_max_pending: no such variable of this service',
  ],
  ['.env', 'SERVICE_PORTT=1\n', '(in .env)'],
] as const)('%s with %j stops the start: %s', async (file, text, message) => {
  write(file, text)
  expect(await problem()).toContain(message)
})

test.each([
  ['SERVICE_PUBLIC_ULR', 'SERVICE_PUBLIC_URL'],
  ['SERVICE_DATABASE', 'SERVICE_DATABASE_URL'],
  ['AUTH_SECRET', 'AUTH_SECRET_KEY'],
  ['PRICES_PROT', 'PRICES_PORT'],
  ['SUPER_USER_PASSWROD', 'SUPER_USER_PASSWORD'],
  ['CLN_REST_URL', 'CLNREST_URL'],
  ['LND_REST_ENDPIONT', 'LND_REST_ENDPOINT'],
  ['FORMER_LND_REST_MACARON', 'FORMER_LND_REST_MACAROON'],
  ['GOOGLE_CLIENT_IDS', 'GOOGLE_CLIENT_ID'],
])('%s stops the start and names %s', async (name, nearest) => {
  expect(await problem({ [name]: 'x' })).toContain(`${name}: no such variable; did you mean ${nearest}?`)
})

test('a variable of an earlier version stops the start of both services and says what replaces it', async () => {
  const removed = 'no longer used: processes share the request limit through PostgreSQL; remove it'
  const REDIS_URL = 'redis://:redispass@r.example'
  for (const by of ['wallet', 'prices'] as const) {
    const lines = await open({ REDIS_URL }, by).catch((error: Error) => error.message.split('\n'))
    expect(lines).toEqual([`REDIS_URL: ${removed}`, expect.stringContaining('SERVICE_FOREIGN_VARIABLES')])
  }
  expect(await problem({ REDIS_URL: ' ' })).toBe('')
  expect(await problem({ REDIS_URL, SERVICE_FOREIGN_VARIABLES: 'REDIS_URL' })).toBe('')
  write('satchel.toml', `redis_url = "${REDIS_URL}"\n`)
  expect(await problem()).toBe(`satchel.toml: redis_url: ${removed}`)
})

test('a name unlike all known ones is reported as unknown, and names with the prefix of the chosen node are checked', async () => {
  expect(await problem({ SERVICE_QQQQ: 'x' })).toMatch(/^SERVICE_QQQQ: no such variable$/m)
  expect(await problem({ LND_REST_QQQQQQQQQQ: 'x' })).toBe('')
  expect(await problem({ LND_REST_QQQQQQQQQQ: 'x', SERVICE_FUNDING_SOURCE: 'lnd' })).toContain('LND_REST_QQQ')
})

test('variables of other programs do not stop the start', async () => {
  const others = {
    PATH: '/bin',
    LND_DIR: '/lnd',
    GITHUB_TOKEN: 'x',
    GITHUB_BASE_REF: 'main',
    GOOGLE_APPLICATION_CREDENTIALS: '/x',
    KEYCLOAK_ADMIN: 'x',
    LNBITS_ADMIN_UI: 'true',
    REDIS_URI: 'x',
    SATCHEL_SERVICE_HOST: '10.0.0.1',
    PRICES_SERVICE_HOST: '10.0.0.1',
    SERVICE_PORT_5000_TCP_ADDR: '10.0.0.1',
    AUTH_PORT: 'tcp://10.0.0.1:80',
    SERVICE_RESULT: 'success',
  }
  expect(await problem(others)).toBe('')
  const named = { SERVICE_MESH: 'on', AUTH_TYPE: 'x', SERVICE_FOREIGN_VARIABLES: 'SERVICE_MESH, AUTH_TYPE' }
  expect(await problem(named)).toBe('')
})

test('secrets in a file that every user can read are a warning', async () => {
  write('.env', 'PORT=1\n', 0o644)
  expect((await open()).warnings).toEqual([])
  write('.env', 'SUPER_USER_PASSWORD=x\n', 0o640)
  expect((await open()).warnings).toEqual([])
  write('.env', 'SUPER_USER_PASSWORD=x\n', 0o644)
  expect((await open()).warnings).toEqual([expect.stringMatching(/SUPER_USER_PASSWORD.*chmod 600/)])
})

test.each([
  ['AUTH_SECRET_KEY', 'abc', '***'],
  ['FORMER_LND_REST_MACAROON', 'abc', '***'],
  ['SERVICE_DATABASE_URL', 'postgres://me:p@ss:w@db/x?sslpassword=q', 'postgres://***@db/x?sslpassword=***'],
  ['SERVICE_DATABASE_URL', 'sqlite:///data/x.db', 'sqlite:///data/x.db'],
  ['SERVICE_SITE_NAME', 'a:b@c', 'a:b@c'],
])('%s is printed masked if it is a secret', (name, value, masked) => {
  expect(maskValue(findVariable(name), value)).toBe(masked)
})

test('a missing folder of configuration is an error, not an empty configuration', async () => {
  for (const missing of [join(folder, 'nowhere'), import.meta.filename]) {
    expect(await problem({ SERVICE_CONFIG_FOLDER: missing })).toBe(
      `SERVICE_CONFIG_FOLDER: there is no folder ${missing}`,
    )
  }
})
