import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'

const TARGET = 'https://shop.example/orders/42?from=receipt#top'

describe.each(LOGIC_DIALECTS)('short links, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let other: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_PUBLIC_URL: 'https://pay.example/base/' } })
    ;[wallet, other] = [await world.openWallet(), await world.openWallet()]
  })
  afterAll(() => world.close())

  const create = (url: unknown, key = wallet.adminKey) => world.call('POST', '/api/v1/tinyurl', { key, body: { url } })
  const get = (id: string, key = wallet.invoiceKey) => world.call('GET', `/api/v1/tinyurl/${id}`, { key })
  const remove = (id: string, key = wallet.adminKey) => world.call('DELETE', `/api/v1/tinyurl/${id}`, { key })
  const follow = async (id: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers, body } = await world.app.inject({ method, url: `/t/${id}` })
    return { status: statusCode, location: headers['location'], referrer: headers['referrer-policy'], body }
  }

  test('a link is created with the base of the service, read again, and redirects visitors to its target', async () => {
    const { status, body } = await create(TARGET)
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-z]{12}$/),
        url: `https://pay.example/base/t/${body.id}`,
        target: TARGET,
        created_at: world.nowSeconds(),
      },
    ])
    expect((await get(body.id)).body).toEqual(body)
    const there = { status: 307, location: TARGET, referrer: 'no-referrer', body: '' }
    expect([await follow(body.id), await follow(body.id, 'HEAD')]).toEqual([there, there])
  })

  test('the same target of the same wallet is the same link, also concurrently; of another wallet it is another link', async () => {
    const url = 'https://shop.example/same'
    const answers = await Promise.all([create(url), create(url), create(url)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await create(url, other.adminKey)).body.id).not.toBe(answers[0]?.body.id)
    expect((await create(`${url}/`)).body.id).not.toBe(answers[0]?.body.id)
  })

  test('permissions: the invoice key reads, the admin key and an access token create and delete', async () => {
    const token = await tokenOf(world, wallet)
    const { body } = await world.call('POST', '/api/v1/tinyurl', { token, body: { url: 'https://a.example/token' } })
    expect((await create('https://a.example/token')).body.id).toBe(body.id)
    expect((await create('https://a.example', wallet.invoiceKey)).status).toBe(403)
    expect((await remove(body.id, wallet.invoiceKey)).status).toBe(403)
    expect((await world.call('POST', '/api/v1/tinyurl', { body: { url: 'https://a.example' } })).status).toBe(401)
    expect((await world.call('GET', `/api/v1/tinyurl/${body.id}`, { token })).status).toBe(200)
    expect((await world.call('DELETE', `/api/v1/tinyurl/${body.id}`, { token })).body).toEqual({
      detail: 'Short link deleted',
    })
  })

  test("another wallet's link is 404, as if it did not exist, and stays", async () => {
    const { body } = await create('https://a.example/mine')
    expect([(await get(body.id, other.adminKey)).status, (await remove(body.id, other.adminKey)).status]).toEqual([
      404, 404,
    ])
    expect((await follow(body.id)).status).toBe(307)
  })

  test('a deleted link redirects nowhere, and cannot be deleted twice', async () => {
    const { body } = await create('https://a.example/gone')
    expect((await remove(body.id)).status).toBe(200)
    expect([(await follow(body.id)).status, (await get(body.id)).status, (await remove(body.id)).status]).toEqual([
      404, 404, 404,
    ])
    expect((await create('https://a.example/gone')).body.id).not.toBe(body.id)
  })

  test.each(['x', '0'.repeat(12), 'ABCDEFGHIJKL', '%00', 'a'.repeat(300), "'--"])(
    'an invalid link is 404 or 422: %s',
    async (id) => {
      for (const status of [(await follow(id)).status, (await get(id)).status, (await remove(id)).status]) {
        expect([404, 422]).toContain(status)
      }
    },
  )

  test.each([
    undefined,
    7,
    '',
    'shop.example',
    '/relative',
    '//shop.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example/',
    'https://',
    'https://user@shop.example/',
    'https://:secret@shop.example/',
    'https://shop.example/a b',
    'https://shop.example/\r\nSet-Cookie: x=1',
    ' https://shop.example/',
    `https://shop.example/${'x'.repeat(2048)}`,
  ])('%j is rejected as a target: 422', async (url) => {
    const { status, body } = await create(url)
    expect([status, typeof body.detail]).toEqual([422, 'string'])
  })

  test('letters of all languages are stored as a browser sends them, with 2048 characters at most', async () => {
    const { body } = await create('https://müller.example/straße?q=ü')
    expect(body.target).toBe('https://müller.example/straße?q=ü')
    expect((await follow(body.id)).location).toBe('https://xn--mller-kva.example/stra%C3%9Fe?q=%C3%BC')
    const long = `https://shop.example/${'ü'.repeat(2048 - 21)}`
    expect([long.length, (await create(long)).status]).toEqual([2048, 201])
  })

  test('the list has the links of the wallet only, newest first, page by page', async () => {
    const mine = await world.openWallet()
    for (const name of ['one', 'two', 'three']) await create(`https://a.example/${name}`, mine.adminKey)
    const list = (query: string) => world.call('GET', `/api/v1/tinyurl${query}`, { key: mine.invoiceKey })
    const names = (body: readonly { target: string }[]) => body.map(({ target }) => target.split('/').at(-1))
    const all = await list('')
    expect([names(all.body), all.headers['x-total-count']]).toEqual([['three', 'two', 'one'], '3'])
    expect(names((await list('?limit=1&offset=1')).body)).toEqual(['two'])
    expect([(await list('?limit=101')).status, (await list('?offset=-1')).status]).toEqual([422, 422])
  })

  test('links are deleted with their wallet', async () => {
    const mine = await world.openWallet()
    const { body } = await create('https://a.example/closed', mine.adminKey)
    await world.call('DELETE', '/api/v1/wallet', { key: mine.adminKey })
    expect((await follow(body.id)).status).toBe(404)
    const rows = await world.db.list('SELECT id FROM short_links WHERE wallet_id = $1', [mine.id], (row) => row)
    expect(rows).toEqual([])
  })
})
