import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrices, type PricesWorld } from '../../services/price-aggregator/mock/open-prices.ts'
import { API_TASKS } from '../../services/wallet/src/access/api-tasks.ts'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'
import { openExtensionWorld } from '../../services/wallet/test/world/extensions/open-extension-world.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'

let world: PricesWorld
let text: string
let walletText: string
beforeAll(async () => {
  world = await openPrices()
  text = (await world.app.inject('/openapi.json')).body
  const wallets = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS })
  walletText = (await wallets.app.inject('/openapi.json')).body
  await wallets.close()
})
afterAll(() => world.close())

async function complaints(source: string, rules: Record<string, 'off'>): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

// The operator chooses the server's address.
const ANYWHERE = { 'no-server-example.com': 'off', 'operation-4xx-response': 'off', 'security-defined': 'off' } as const

test('the price aggregator describes itself in OpenAPI 3.1 without a complaint of the linter', async () => {
  expect(await complaints(text, ANYWHERE)).toEqual([])
})

const WALLET_RULES = {
  'no-server-example.com': 'off',
  // A WebSocket answers 101 and some routes redirect, which the linter does not take for a success: that each other
  // operation has one is below.
  'operation-2xx-response': 'off',
  // The specification has `/api/v1/auth/{provider}/token` beside `/api/v1/auth/acls/{acl_id}`.
  'no-ambiguous-paths': 'off',
  // The specification has `/{ext_id}/api/v1/`.
  'no-path-trailing-slash': 'off',
  // Health and metrics answer every caller, under any load.
  'operation-4xx-response': 'off',
} as const

test('the wallet service describes itself in OpenAPI 3.1 without a complaint of the linter', async () => {
  expect(await complaints(walletText, WALLET_RULES)).toEqual([])
  const { paths } = JSON.parse(walletText) as { paths: Record<string, Record<string, { responses: object }>> }
  const silent = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/api/v1/ws'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => [method, path, responses]),
    )
    .filter(([, , responses]) => !Object.keys(responses as object).some((status) => /^[23]/.test(status)))
  expect(silent).toEqual([])
})

test('each operation that a chapter of the manual names is there, and only extensions are left to the last', () => {
  const { paths, tags } = JSON.parse(walletText) as {
    paths: Record<string, Record<string, { operationId: string }>>
    tags: { name: string }[]
  }
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  const named = API_TASKS.flatMap(({ operations = [], also = [] }) => [...operations, ...also])
  expect(named.filter((id) => !ids.includes(id))).toEqual([])
  const known = tags.map(({ name }) => name)
  const inTasks = API_TASKS.flatMap((task) => task.tags)
  expect(inTasks.filter((tag) => !known.includes(tag))).toEqual([])
  const extensions: string[] = BUILT_INS.map(({ manifest }) => manifest.id)
  expect(known.filter((tag) => !inTasks.includes(tag) && !extensions.includes(tag))).toEqual([])
})

test('each parameter has a text beyond its name', () => {
  const { paths } = JSON.parse(walletText) as {
    paths: Record<string, Record<string, { parameters?: { name: string; description?: string }[] }>>
  }
  const bare = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations)
      .flatMap(({ parameters = [] }) => parameters)
      .filter(({ description = '' }) => /^(The [a-z ]+\.)?$/.test(description))
      .map(({ name }) => `${path}: ${name}`),
  )
  expect(bare).toEqual([])
})

test('an installed package is described without a complaint, too', async () => {
  const { world: wallets, publisher, install } = await openExtensionWorld('sqlite')
  const resource = {
    title: { type: 'text', max: 100, doc: 'What it says.', show: 'public' },
    mood: { type: 'text', max: 10, oneOf: ['fine', 'bad'], doc: 'How it was.', default: 'fine', index: true },
    marks: {
      type: 'list',
      maxItems: 9,
      doc: 'In the margin.',
      of: { at: { type: 'int', doc: 'Line.' } },
      optional: true,
    },
  }
  await publisher.publish('diary', '1.0.0', { inside: { resource, filters: ['mood'] } })
  expect(await install('diary')).toMatchObject({ status: 201 })
  const { body } = await wallets.app.inject('/openapi.json')
  expect(Object.keys(JSON.parse(body).paths)).toContain('/diary/public/{id}')
  expect(await complaints(body, WALLET_RULES)).toEqual([])
})

test('version, licence and the schemas are those of the specification', () => {
  const { openapi, info, components, paths } = JSON.parse(text)
  expect(openapi).toBe('3.1.0')
  expect(info).toMatchObject({ version: '1.0.0', license: { name: 'MIT' } })
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining([
      'ExchangeRates',
      'RatesResponse',
      'CurrencyRateResponse',
      'ConvertResponse',
      'HTTPValidationError',
      'ValidationError',
    ]),
  )
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/rates', '/rate/{currency}', '/rate/{currency}/{amount}', '/health']),
  )
  expect(components.schemas.ValidationError.required).toEqual(['type', 'loc', 'msg'])
})

test.each(['price aggregator', 'wallet service'])(
  'every operation of the %s has a name, a summary, a description and a tag',
  (service) => {
    const { paths } = JSON.parse(service === 'wallet service' ? walletText : text)
    const operations = Object.values<Record<string, Record<string, unknown>>>(paths).flatMap((path) =>
      Object.values(path),
    )
    expect(operations.length).toBeGreaterThan(7)
    for (const operation of operations) {
      expect(operation).toMatchObject({
        operationId: expect.stringMatching(/^[a-z][A-Za-z0-9]+$/),
        summary: expect.any(String),
        description: expect.any(String),
        tags: [expect.any(String)],
      })
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  },
)

test('routes for forms without JavaScript say that a browser sees errors on a page', () => {
  const { paths } = JSON.parse(walletText)
  expect(paths['/tipjar/public/{id}/plain'].get.description).toMatch(/a page for browsers/)
  expect(paths['/tipjar/public/{id}/tips'].post.description).not.toMatch(/a page for browsers/)
})

test('every error body of the wallet service that the document describes has a code, and none of the price aggregator has', () => {
  const bodies = (source: string) => {
    const { paths, components } = JSON.parse(source) as ErrorDocument
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([verb, { responses = {} }]) =>
        Object.entries(responses).flatMap(([status, { content }]) => {
          const schema = content?.['application/json']?.schema
          const name = schema?.$ref?.split('/').at(-1) ?? ''
          const body = schema?.$ref === undefined ? schema : components.schemas[name]
          return Number(status) < 400 || body === undefined ? [] : [{ place: `${verb} ${path} ${status}`, body }]
        }),
      ),
    )
  }
  const withoutCode = bodies(walletText).filter(({ body }) => body.required?.includes('code') !== true)
  expect(withoutCode.map(({ place }) => place)).toEqual([])
  expect(bodies(walletText).length).toBeGreaterThan(1000)
  expect(bodies(text).filter(({ body }) => body.properties?.['code'] !== undefined)).toEqual([])
})

interface ErrorSchema {
  readonly $ref?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
}

interface ErrorDocument {
  readonly components: { readonly schemas: Readonly<Record<string, ErrorSchema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: Responses }>>>>
}

type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: ErrorSchema }>> }>>
