import { describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { buildPackage, packageManifest } from '../../../test/world/extensions/build-archive.ts'
import {
  openPackageWorld,
  PACKAGE_RESOURCE,
  permission,
  route,
} from '../../../test/world/extensions/open-package-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const WORDS = 'GET /shop/api/v1/{id}/words'
const SAY = 'POST /shop/api/v1/{id}/words'
const SOURCE = `routes: {
  'GET /api/v1/:id/words': { handle: async ({ item }) => ({ json: item.title }) },
  'POST /api/v1/:id/words': { async handle({ item }, ctx) {
    await ctx.items.update(item.id, { seen: 'said' })
    return { json: 'said' }
  } },
  'GET /api/v1/words/all': { handle: async () => ({ json: 'all' }) },
  'GET /p/:id': { async handle({ params }, ctx) {
    if (await ctx.items.get(params.id) !== undefined) await ctx.items.update(params.id, { seen: 'page' })
    return { page: { title: params.id, blocks: [] } }
  } },
  'GET /lnurl/:id': { async handle({ params }, ctx) {
    await ctx.items.update(params.id, { seen: 'lnurl' })
    return { json: { tag: 'none' } }
  } },
  'GET /public/:id/table': { async handle({ params }, ctx) {
    await ctx.items.update(params.id, { seen: 'table' })
    return { text: 'a,b', type: 'text/csv', headers: { 'Cache-Control': 'no-store' } }
  } },
}, sockets: { '/ws/:id': { open: async () => 'x' } }`
const CODE = {
  routes: {
    'GET /api/v1/:id/words': route('invoice'),
    'POST /api/v1/:id/words': route('admin'),
    'GET /api/v1/words/all': route('admin'),
    'GET /p/:id': route('public'),
    'GET /lnurl/:id': route('lnurl'),
    'GET /public/:id/table': route('public', { replyType: 'text' }),
  },
  sockets: { '/ws/:id': [] },
}

async function open(dialect: 'sqlite' | 'postgres' = 'sqlite', more: object[] = []) {
  const permissions = [permission('page'), permission('ws'), ...more]
  const opened = await openPackageWorld(SOURCE, CODE, { dialect, permissions })
  const { world, wallet } = opened
  const login = await tokenOf(world, wallet)
  const tokenFor = async (entries: readonly string[], bounds = {}) =>
    (await makeAclToken(world, login, entries, bounds)).token
  const statusOf = async (entry: string, id: string, token: string) => {
    const [method = '', path = ''] = entry.split(' ')
    return (await world.call(method as 'GET', path.replace('{id}', id), { token })).status
  }
  return { ...opened, login, tokenFor, statusOf }
}

describe.each(LOGIC_DIALECTS)('an access list names routes of a package as those of a built-in, on %s', (dialect) => {
  test('each by its path, for all items or for one, and nothing else', async () => {
    const { make, tokenFor, statusOf } = await open(dialect)
    const [id, other] = [await make(), await make('Other')]
    const ALL = 'GET /shop/api/v1/words/all'
    const asked = async (token: string) => [
      await statusOf(WORDS, id, token),
      await statusOf(WORDS, other, token),
      await statusOf(SAY, id, token),
      await statusOf(ALL, id, token),
    ]
    expect(await asked(await tokenFor([WORDS]))).toEqual([200, 200, 403, 403])
    expect(await asked(await tokenFor([WORDS.replace('{id}', id)]))).toEqual([200, 403, 403, 403])
    expect(await asked(await tokenFor([SAY, ALL]))).toEqual([403, 403, 200, 200])
    expect(await asked(await tokenFor(['GET /shop/api/v1/{id}', 'GET /shop/api/v1/']))).toEqual([403, 403, 403, 403])
    expect(await asked(await tokenFor([]))).toEqual([403, 403, 403, 403])
  })

  test('the wallet is the one that the caller selects', async () => {
    const { world, make, login, tokenFor, statusOf, wallet } = await open(dialect)
    const second = (await world.call('POST', '/api/v1/wallet', { token: login, body: { name: 'Second' } })).body
    const [id, token] = [await make(), await tokenFor([WORDS, SAY])]
    for (const [walletId, status] of [
      [wallet.id, 200],
      [second.id, 404],
    ] as const) {
      const of = (entry: string) => statusOf(`${entry}?wallet_id=${walletId}`, id, token)
      expect([await of(WORDS), await of(SAY)]).toEqual([status, status])
    }
  })

  test('a token with a budget cannot run routes through which a package spends', async () => {
    const { make, tokenFor, statusOf } = await open(dialect, [permission('spend', { to: 'any' })])
    const id = await make()
    const bounded = await tokenFor([WORDS, SAY], { budget_sats: 5, budget_period: 'day' })
    expect([await statusOf(WORDS, id, bounded), await statusOf(SAY, id, bounded)]).toEqual([200, 403])
    expect(await statusOf(SAY, id, await tokenFor([WORDS, SAY]))).toBe(200)
  })
})

test('the list applies to the routes of the version in use', async () => {
  const { publisher, govern, make, tokenFor, statusOf } = await open()
  const [id, token] = [await make(), await tokenFor([WORDS])]
  const content = `export default { routes: { 'GET /api/v1/:id/sentences': { handle: async () => ({ json: 1 }) } } }`
  const manifest = packageManifest('shop', '1.1.0', {
    runtime: { kind: 'js', entry: 'main.js' },
    resource: PACKAGE_RESOURCE,
    permissions: [],
    code: { hooks: [], routes: { 'GET /api/v1/:id/sentences': route('invoice') } },
  })
  publisher.publishArchive('shop', '1.1.0', await buildPackage(manifest, [{ name: 'main.js', content }]))
  expect((await govern({ extension: 'shop', upgrade_to: '1.1.0' })).status).toBe(200)
  expect(await statusOf(WORDS, id, token)).toBe(404)
  expect(await statusOf('GET /shop/api/v1/{id}/sentences', id, token)).toBe(403)
})

test('HEAD is answered as GET without the body, for owners and for pages', async () => {
  const { world, make, key, tokenFor } = await open()
  const id = await make()
  const ask = async (method: 'GET' | 'HEAD', path: string, headers: Record<string, string>) => {
    const { statusCode, headers: got, body } = await world.app.inject({ method, url: path, headers })
    const { 'content-type': type, 'cache-control': cache, 'content-length': length } = got
    return { answer: [statusCode, type, cache, length], body }
  }
  const keyed = { 'x-api-key': key }
  const listed = { authorization: `Bearer ${await tokenFor([WORDS])}` }
  for (const [path, headers] of [
    [`/shop/api/v1/${id}/words`, keyed],
    [`/shop/api/v1/${id}/words`, listed],
    [`/shop/api/v1/${id}/words`, {}],
    ['/shop/api/v1/words/all', listed],
    ['/shop/p/1', {}],
    ['/shop/ws/1', {}],
    ['/shop/public/1/nothing', {}],
  ] as [string, Record<string, string>][]) {
    const [get, head] = [await ask('GET', path, headers), await ask('HEAD', path, headers)]
    expect([path, head.answer, head.body]).toEqual([path, get.answer, ''])
    expect(get.body).not.toBe('')
  }
})

test('HEAD of a stranger has no effect: a page stores nothing, and other routes do not answer', async () => {
  const { world, make, key } = await open()
  const id = await make()
  const seen = async () => (await world.call('GET', `/shop/api/v1/${id}`, { key })).body.seen
  for (const [path, word, status] of [
    [`/shop/p/${id}`, 'page', 200],
    [`/shop/lnurl/${id}`, 'lnurl', 405],
    [`/shop/public/${id}/table`, 'table', 405],
  ] as const) {
    const before = await seen()
    const { statusCode, headers } = await world.app.inject({ method: 'HEAD', url: path })
    expect([path, statusCode, headers.allow]).toEqual([path, status, status === 405 ? 'GET, OPTIONS' : undefined])
    expect(await seen()).toBe(before)
    expect((await world.call('GET', path)).status).toBe(200)
    expect(await seen()).toBe(word)
  }
})

test('other methods, a preflight of another site and an extra slash are answered as by a built-in', async () => {
  const { world, make, govern } = await open()
  const path = `/shop/api/v1/${await make()}/words`
  const ask = async (method: 'PUT' | 'OPTIONS' | 'GET', url: string) => {
    const { statusCode, headers } = await world.app.inject({ method, url })
    return [statusCode, headers.allow, headers.location]
  }
  const allowed = 'GET, HEAD, POST, OPTIONS'
  expect(await ask('PUT', path)).toEqual([405, allowed, undefined])
  expect(await ask('OPTIONS', path)).toEqual([204, allowed, undefined])
  expect(await ask('OPTIONS', '/shop/ws/1')).toEqual([204, 'GET, HEAD, OPTIONS', undefined])
  expect(await ask('GET', `${path}/?x=1`)).toEqual([307, undefined, expect.stringContaining(`${path}?x=1`)])
  for (const unknown of ['/shop/none', '/shop/p/', '/none/p/1'])
    expect([unknown, ...(await ask('OPTIONS', unknown))]).toEqual([unknown, 404, undefined, undefined])
  await govern({ extension: 'shop', active: false })
  expect(await ask('OPTIONS', path)).toEqual([404, undefined, undefined])
})
