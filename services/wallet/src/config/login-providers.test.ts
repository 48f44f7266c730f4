import { createReader } from '@satchel/http/environment'
import { expect, test } from 'vitest'
import { type LoginProvidersConfig, readLoginProviders } from './login-providers.ts'

const BOTH = (prefix: string) => ({ [`${prefix}_CLIENT_ID`]: 'an id', [`${prefix}_CLIENT_SECRET`]: 'very secret' })

function read(env: Record<string, string>, outbound = { allowPrivate: false, allow: ['keycloak:8080'] }) {
  const problems: string[] = []
  const addresses = { publicUrl: 'http://127.0.0.1:5000', domains: ['127.0.0.1:5000'], formerUrls: [] }
  const context = { problems, addresses, port: 5000, outbound }
  const config: LoginProvidersConfig = readLoginProviders(createReader(env, problems), context)
  return { config, problems, providers: Object.fromEntries(config.providers) }
}

test('no provider is set up by default', () => {
  expect(read({})).toMatchObject({ problems: [], providers: {} })
})

test('with credentials, Google and GitHub are the real ones', () => {
  const credentials = { clientId: 'an id', clientSecret: 'very secret', plainHttp: false }
  expect(read({ ...BOTH('GOOGLE'), ...BOTH('GITHUB') })).toMatchObject({
    problems: [],
    providers: {
      google: {
        ...credentials,
        kind: 'openid',
        discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
      },
      github: { ...credentials, kind: 'github', baseUrl: 'https://github.com', apiUrl: 'https://api.github.com' },
    },
  })
})

test('every endpoint can be configured', () => {
  const env = {
    ...BOTH('GOOGLE'),
    GOOGLE_DISCOVERY_URL: 'https://google.example/.well-known/openid-configuration',
    ...BOTH('KEYCLOAK'),
    KEYCLOAK_DISCOVERY_URL: 'https://id.example/realms/a/.well-known/openid-configuration',
    ...BOTH('GITHUB'),
    GITHUB_BASE_URL: 'https://git.example/',
    GITHUB_API_URL: 'https://git.example/api/v3/',
  }
  expect(read(env)).toMatchObject({
    problems: [],
    providers: {
      google: { discoveryUrl: env.GOOGLE_DISCOVERY_URL },
      keycloak: { discoveryUrl: env.KEYCLOAK_DISCOVERY_URL },
      github: { baseUrl: 'https://git.example', apiUrl: 'https://git.example/api/v3' },
    },
  })
})

test.each<[Record<string, string>, string]>([
  [{ GOOGLE_CLIENT_ID: 'an id' }, 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: set both or neither'],
  [{ GITHUB_CLIENT_SECRET: 'very secret' }, 'GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET: set both or neither'],
  [BOTH('KEYCLOAK'), "KEYCLOAK_DISCOVERY_URL: must be set with the client's credentials"],
  [{ ...BOTH('GOOGLE'), GOOGLE_DISCOVERY_URL: 'x' }, httpsOnly('GOOGLE_DISCOVERY_URL')],
  [{ ...BOTH('GOOGLE'), GOOGLE_DISCOVERY_URL: 'ftp://keycloak:8080/' }, httpsOnly('GOOGLE_DISCOVERY_URL')],
  [{ ...BOTH('KEYCLOAK'), KEYCLOAK_DISCOVERY_URL: 'http://127.0.0.1:8080/' }, httpsOnly('KEYCLOAK_DISCOVERY_URL')],
  [{ ...BOTH('KEYCLOAK'), KEYCLOAK_DISCOVERY_URL: 'http://keycloak/' }, httpsOnly('KEYCLOAK_DISCOVERY_URL')],
  [{ ...BOTH('GITHUB'), GITHUB_BASE_URL: 'http://git.example' }, httpsOnly('GITHUB_BASE_URL')],
  [{ ...BOTH('GITHUB'), GITHUB_API_URL: 'http://git.example' }, httpsOnly('GITHUB_API_URL')],
])('%j is a problem with its variable and no value', (env, problem) => {
  const { problems } = read(env)
  expect(problems).toEqual([problem])
  expect(problems.join()).not.toMatch(/very secret|an id/)
})

function httpsOnly(name: string): string {
  return `${name}: must be https, or http to a host that SERVICE_OUTBOUND_ALLOW names`
}

test('the client secret is sent unencrypted only if the operator allows private hosts', () => {
  const env = { ...BOTH('KEYCLOAK'), KEYCLOAK_DISCOVERY_URL: 'http://keycloak:8080/realms/a' }
  expect(read(env)).toMatchObject({ problems: [], providers: { keycloak: { plainHttp: true } } })
  const other = { ...BOTH('GITHUB'), GITHUB_API_URL: 'http://10.0.0.1/api' }
  const { problems, providers } = read(other, { allowPrivate: true, allow: [] })
  expect([problems, providers]).toMatchObject([[], { github: { plainHttp: true } }])
})

test('Nostr events are for one of our URLs, or for this machine by its three names if no public URL is set', () => {
  expect(read({}).config.nostrBases).toEqual(['http://127.0.0.1:5000', 'http://localhost:5000', 'http://[::1]:5000'])
  const problems: string[] = []
  const reader = createReader({ SERVICE_PUBLIC_URL: 'https://pay.example/' }, problems)
  const context = {
    problems,
    addresses: {
      publicUrl: 'https://pay.example',
      domains: ['pay.example', 'shop.example'],
      formerUrls: ['https://old.example'],
    },
    port: 5000,
    outbound: { allowPrivate: false, allow: [] },
  }
  expect(readLoginProviders(reader, context).nostrBases).toEqual([
    'https://pay.example',
    'https://old.example',
    'https://shop.example',
  ])
})
