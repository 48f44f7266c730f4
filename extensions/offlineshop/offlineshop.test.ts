import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { OFFLINESHOP } from './offlineshop.ts'

extensionContract(OFFLINESHOP, {
  create: (n) => ({ name: `Jam ${n}`, price: 21 }),
  missing: 'price',
  patch: { name: 'Honey' },
  async settle(world, owner, item) {
    const callback = `/offlineshop/lnurl/${String(item['id'])}/cb?amount=21000`
    await world.send(owner, (await world.call('GET', callback)).body.pr)
  },
})

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(LOGIC_DIALECTS)('an offline shop, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let customer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [OFFLINESHOP], env: { SERVICE_FIXED_RATES: '{"EUR":50000}' } })
    customer = await world.openWallet(1_000_000)
  })
  beforeEach(async () => {
    owner = await world.openWallet()
    await activateExtension(world, owner, 'offlineshop')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const post = (body: object) =>
    world.call('POST', '/offlineshop/api/v1/', { key: owner.adminKey, body: { name: 'Jam', price: 21, ...body } })
  const make = async (body: object = {}) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const settings = (body: object, key = owner.adminKey) =>
    world.call('PUT', '/offlineshop/api/v1/shop/settings', { key, body })
  const pathOf = (url: string): string => {
    const { pathname, search } = new URL(url)
    return pathname + search
  }
  /** Like a wallet: the offer, then the callback with its amount. */
  const scan = async (lnurl: string) => (await world.call('GET', pathOf(decodeLnurl(lnurl)))).body
  const order = async (lnurl: string, msat?: number) => {
    const { callback, minSendable } = await scan(lnurl)
    return (await world.call('GET', `${pathOf(callback)}?amount=${msat ?? minSendable}`)).body
  }
  const buy = async (lnurl: string) => {
    const { pr, successAction } = await order(lnurl)
    expect((await world.send(customer, pr)).status).toBe(201)
    await world.tick()
    return pathOf(successAction.url)
  }
  const wordOn = (page: string): string => /<p class="amount"><bdi>([^<]*)</.exec(page)?.[1] ?? ''
  const read = async (path: string) => wordOn((await world.call('GET', path)).body)

  test.each([
    ['a price of nothing', 'price', { price: 0 }],
    ['a part of a satoshi', 'price', { price: 1.5 }],
    ['an SVG', 'image', { image: `data:image/svg+xml;base64,${btoa('<svg onload="alert(1)"/>')}` }],
    ['a picture from elsewhere', 'image', { image: 'https://x.example/y.png' }],
    ['a picture of more than 100 kB', 'image', { image: `data:image/png;base64,${'A'.repeat(140_000)}` }],
    ['a long name', 'name', { name: 'x'.repeat(65) }],
  ])('%s is refused with 422 that names %s', async (_what, field, body) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('a product is offered at its exact price, and not at all when it is disabled', async () => {
    const { id, lnurl } = await make({ description: 'Plums', image: PIXEL })
    expect(await scan(lnurl)).toMatchObject({ tag: 'payRequest', minSendable: 21_000, maxSendable: 21_000 })
    for (const msat of [20_999, 21_001]) expect(await order(lnurl, msat)).toMatchObject({ status: 'ERROR' })
    expect((await world.call('GET', `/offlineshop/p/${id}`)).body).toContain('21 sat')
    await world.call('PUT', `/offlineshop/api/v1/${id}`, { key: owner.adminKey, body: { enabled: false } })
    expect(await scan(lnurl)).toEqual({ status: 'ERROR', reason: 'This product is not for sale at the moment.' })
    const callback = await world.call('GET', `/offlineshop/lnurl/${id}/cb?amount=21000`)
    expect(callback.body).toMatchObject({ status: 'ERROR' })
    expect((await world.call('GET', `/offlineshop/p/${id}`)).body).toContain('not for sale')
  })

  test('a price in fiat is converted at the scan: a lower payment is rejected, a slightly higher one accepted', async () => {
    const { lnurl } = await make({ price: 1, currency: 'EUR' })
    expect(await scan(lnurl)).toMatchObject({ minSendable: 2_000_000, maxSendable: 2_000_000 })
    for (const msat of [2_000_000, 2_020_000]) expect(await order(lnurl, msat)).toHaveProperty('pr')
    for (const msat of [1_990_000, 1_999_999, 2_020_001])
      expect(await order(lnurl, msat)).toMatchObject({ status: 'ERROR' })
  })

  test('thirty sales use the words in order, and start again after the last', async () => {
    const words = Array.from({ length: 7 }, (_one, index) => `word-${index}`)
    await settings({ wordlist: words })
    const { id, lnurl } = await make()
    const shown: string[] = []
    const pages: string[] = []
    for (let sale = 0; sale < 30; sale += 1) {
      const page = await buy(lnurl)
      pages.push(page)
      shown.push(await read(page))
    }
    expect(shown).toEqual(Array.from({ length: 30 }, (_one, index) => words[index % 7]))
    // Permanently: whatever is sold or changed later.
    await settings({ wordlist: ['other', 'words'], method: 'none' })
    expect(await Promise.all(pages.map(read))).toEqual(shown)
    const { body } = await world.call('GET', `/offlineshop/api/v1/${id}/sales?limit=100`, { key: owner.invoiceKey })
    expect(body.map(({ word }: { word: string }) => word)).toEqual(shown.toReversed())
    expect(body[0]).toMatchObject({ amount: 21, currency: 'sat', sats: 21 })
    const item = await world.call('GET', `/offlineshop/api/v1/${id}`, { key: owner.invoiceKey })
    expect(item.body).toMatchObject({ sold: 30 })
  })

  test('each shop has the default words in its own fixed order', async () => {
    const wordsOf = async (): Promise<string[]> =>
      (await world.call('GET', '/offlineshop/api/v1/shop/settings', { key: owner.adminKey })).body.wordlist
    const { lnurl } = await make()
    const words = await wordsOf()
    expect(await read(await buy(lnurl))).toBe(words[0])
    expect(await read(await buy(lnurl))).toBe(words[1])
    expect(await wordsOf()).toEqual(words)
    owner = await world.openWallet()
    await activateExtension(world, owner, 'offlineshop')
    const others = await wordsOf()
    expect(others.toSorted()).toEqual(words.toSorted())
    expect(others).not.toEqual(words)
    await make()
    expect(await wordsOf()).toEqual(others)
  })

  test('sales at the same time have different words', async () => {
    const { lnurl } = await make()
    const orders = await Promise.all(Array.from({ length: 10 }, () => order(lnurl)))
    for (const { pr } of orders) await world.send(customer, pr)
    await world.tick()
    const words = await Promise.all(orders.map(({ successAction }) => read(pathOf(successAction.url))))
    expect(new Set(words).size).toBe(10)
    expect(words).not.toContain('')
  })

  test('a confirmation is shown only after the payment, only with its token, and says no more than the sale', async () => {
    const { lnurl } = await make({ name: '<b>Jam' })
    const { pr, successAction } = await order(lnurl)
    const path = pathOf(successAction.url)
    expect((await world.call('GET', path)).status).toBe(404)
    await world.send(customer, pr)
    await world.tick()
    const { status, body } = await world.call('GET', path)
    expect(status).toBe(200)
    expect(body).toContain('&lt;b&gt;Jam')
    expect(body).toContain('21 sat')
    const [bare = ''] = path.split('?')
    for (const wrong of [bare, `${bare}?t=`, `${bare}?t=${'0'.repeat(32)}`, path.replace(/confirm\/./, 'confirm/x')]) {
      expect((await world.call('GET', wrong)).status).toBe(404)
    }
  })

  test('codes match those of an authenticator app, and are not shown long after the payment', async () => {
    const first = await settings({ method: 'totp' })
    const uri = first.body.totp_uri
    const app = URI.parse(uri) as TOTP
    expect((await settings({ method: 'totp' })).body).not.toHaveProperty('totp_uri')
    const { body } = await world.call('GET', '/offlineshop/api/v1/shop/settings', { key: owner.adminKey })
    expect(body).not.toHaveProperty('totp_uri')
    const { lnurl } = await make()
    const page = await buy(lnurl)
    for (const seconds of [0, 30, 570]) {
      world.advance(seconds)
      expect(await read(page)).toBe(app.generate({ timestamp: world.nowSeconds() * 1000 }))
    }
    world.advance(1)
    expect((await world.call('GET', page)).body).toContain('only shown for 10 minutes')
    const reset = await settings({ reset: true })
    expect(reset.body.totp_uri).not.toBe(uri)
    const stored = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    expect(stored.join('')).not.toContain(Buffer.from(app.secret.bytes).toString('hex'))
  })

  test('without a confirmation method only the sale is shown', async () => {
    await settings({ method: 'none' })
    const { lnurl } = await make()
    const page = await buy(lnurl)
    expect((await world.call('GET', page)).body).toContain('21 sat')
    expect(await read(page)).toBe('')
  })

  test('the settings belong to the wallet: words and changes need the admin key', async () => {
    const get = async (key: string) => world.call('GET', '/offlineshop/api/v1/shop/settings', { key })
    expect((await get(owner.invoiceKey)).body).toEqual({ method: 'wordlist' })
    expect((await get(owner.adminKey)).body.wordlist.length).toBeGreaterThan(100)
    await settings({ wordlist: ['one', 'two'] })
    expect((await get(owner.adminKey)).body).toEqual({ method: 'wordlist', wordlist: ['one', 'two'] })
    expect((await settings({ method: 'none' }, owner.invoiceKey)).status).toBe(403)
    expect((await world.call('GET', '/offlineshop/api/v1/shop/settings')).status).toBe(401)
    for (const body of [{ wordlist: ['one'] }, { wordlist: ['one', ' '] }, { method: 'trust' }]) {
      expect((await settings(body)).status).toBe(422)
    }
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'offlineshop')
    expect((await get(stranger.adminKey)).body.wordlist).not.toEqual(['one', 'two'])
    const stored = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    expect(stored.join('')).not.toContain('"two"')
  })

  test('the sheet has a card for each product for sale, for any key of the wallet', async () => {
    await make({ name: 'Honey', image: PIXEL })
    await make({ name: 'Old jam', enabled: false })
    expect((await world.call('GET', '/offlineshop/print')).status).toBe(401)
    const { status, body } = await world.call('GET', '/offlineshop/print', { key: owner.invoiceKey })
    expect(status).toBe(200)
    expect(body).toContain('Honey')
    expect(body).not.toContain('Old jam')
    expect((await world.call('GET', '/offlineshop/p/print')).body).toContain('Key of the wallet')
  })

  test('sales need a key of their wallet: 401 without, 404 for others', async () => {
    const { id } = await make()
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'offlineshop')
    expect((await world.call('GET', `/offlineshop/api/v1/${id}/sales`)).status).toBe(401)
    expect((await world.call('GET', `/offlineshop/api/v1/${id}/sales`, { key: stranger.adminKey })).status).toBe(404)
  })
})
