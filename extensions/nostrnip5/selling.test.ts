import { queryProfile, useFetchImplementation } from 'nostr-tools/nip05'
import { npubEncode } from 'nostr-tools/nip19'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { NOSTRNIP5 } from './nostrnip5.ts'

const [ADA, EVE] = [getPublicKey(generateSecretKey()), getPublicKey(generateSecretKey())]
const DAY = 86_400

let world: World
let owner: WorldWallet
let buyer: WorldWallet
let made = 0

const open = async (): Promise<void> => {
  world = await openWorld({ dialect: 'sqlite', builtIns: [NOSTRNIP5], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
  owner = await world.openWallet(1000)
  buyer = await world.openWallet(1_000_000)
  await activateExtension(world, owner, 'nostrnip5')
}
const close = async (): Promise<void> => {
  expect(await world.violations()).toEqual([])
  await world.close()
}

const post = (body: object) =>
  world.call('POST', '/nostrnip5/api/v1/', {
    key: owner.adminKey,
    body: { domain: `d${(made += 1)}.example`, cost: 1000, ...body },
  })
const make = async (body: object = {}) => {
  const answer = await post(body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as { id: string; domain: string }
}
const see = async (id: string) => (await world.call('GET', `/nostrnip5/api/v1/${id}`, { key: owner.invoiceKey })).body
const order = (id: string, body: object = {}) =>
  world.call('POST', `/nostrnip5/public/${id}/addresses`, { body: { local_part: 'ada', pubkey: ADA, ...body } })
const pay = async (bolt11: string): Promise<void> => {
  expect(await world.send(buyer, bolt11)).toMatchObject({ status: 201 })
}
const buy = async (id: string, body: object = {}) => {
  const answer = await order(id, body)
  expect(answer).toMatchObject({ status: 201 })
  await pay(answer.body.payment_request)
  await world.tick()
  return answer.body
}
const resolve = async (host: string, query = '?name=ada') =>
  (await world.call('GET', `/.well-known/nostr.json${query}`, { headers: { host } })).body
const listed = (id: string, key = owner.invoiceKey) => world.call('GET', `/nostrnip5/api/v1/${id}/addresses`, { key })
const NO_NAMES = { names: {}, relays: {} }

const quote = async (id: string, body: object, lang = 'en') =>
  (await world.call('POST', `/nostrnip5/public/${id}/quote`, { body, headers: { 'accept-language': lang } })).body.text

describe('a domain', () => {
  beforeAll(open)
  afterAll(close)

  test.each([
    [{ domain: 'https://a.example' }, 'domain'],
    [{ domain: 'a b' }, 'domain'],
    [{ domain: 'a.example:80' }, 'domain'],
    [{ cost: -1 }, 'cost'],
    [{ currency: 'XXX' }, 'currency'],
    [{ max_years: 11 }, 'max_years'],
    [{ char_count_cost: [{ max_length: 0, amount: 1 }] }, 'max_length'],
    [{ promotions: [{ code: 'a' }, { code: 'A' }] }, 'promotions'],
    [{ promotions: [{ code: 'a', referer_bonus_percent: 5 }] }, 'promotions'],
    [{ promotions: [{ code: 'a', buyer_discount_percent: 101 }] }, 'buyer_discount_percent'],
  ])('with %.60j is refused with 422 that names the field', async (body, field) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('a domain has one owner, in any letter case', async () => {
    const { id, domain } = await make({ domain: 'Unique.Example' })
    expect(domain).toBe('unique.example')
    expect(await post({ domain: 'UNIQUE.example' })).toMatchObject({
      status: 400,
      body: { detail: 'body.domain: is sold here already.' },
    })
    await world.call('DELETE', `/nostrnip5/api/v1/${id}`, { key: owner.adminKey })
    await make({ domain: 'unique.example' })
  })

  test('a domain is selected by the exact Host header, and lists no names unless a name is requested', async () => {
    const { id, domain } = await make()
    await buy(id)
    for (const host of [
      domain,
      domain.toUpperCase(),
      `${domain}:443`,
      `${domain}:8080`,
      `${domain}.`,
      `${domain}.:80`,
    ]) {
      expect((await resolve(host)).names).toEqual({ ada: ADA })
    }
    for (const host of [`x${domain}`, `x.${domain}`, `${domain}.evil`, domain.slice(1), 'localhost']) {
      expect(await resolve(host)).toEqual(NO_NAMES)
    }
    for (const query of ['', '?name=', '?name=eve', `?name=${'x'.repeat(500)}`, '?name=__proto__', '?name=ada%00']) {
      const answer = await resolve(domain, query)
      if (query !== '?name=ada%00') expect(answer).toEqual(NO_NAMES)
      else expect(answer).not.toHaveProperty('names')
    }
    expect((await resolve(domain, '?name=ADA')).names).toEqual({ ada: ADA })
    const { status, headers } = await world.call('GET', '/.well-known/nostr.json?name=ada', {
      headers: { host: domain },
    })
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  test('a name is read by an independent client', async () => {
    const { id, domain } = await make()
    await buy(id, { pubkey: npubEncode(ADA), relays: ['wss://relay.example'] })
    useFetchImplementation(async (url: string) => {
      const { host, pathname, search } = new URL(url)
      const { status, body } = await world.call('GET', `${pathname}${search}`, { headers: { host } })
      return Response.json(body, { status })
    })
    onTestFinished(() => useFetchImplementation(globalThis.fetch))
    expect(await queryProfile(`ada@${domain}`)).toEqual({ pubkey: ADA, relays: ['wss://relay.example'] })
    expect(await queryProfile(`eve@${domain}`)).toBeNull()
  })

  test('a name is priced by its length, the years and the promotion', async () => {
    const { id } = await make({
      max_years: 2,
      char_count_cost: [
        { max_length: 5, amount: 3000 },
        { max_length: 2, amount: 9000 },
      ],
      promotions: [
        { code: 'half', buyer_discount_percent: 50 },
        { code: 'free', buyer_discount_percent: 100 },
      ],
    })
    const search = async (query: string) => (await world.call('GET', `/nostrnip5/public/${id}/search?q=${query}`)).body
    expect(await search('ab')).toEqual({ available: true, price: 9000, currency: 'sat', price_sats: 9000 })
    expect(await search('abc')).toMatchObject({ price: 3000 })
    expect(await search('abcde')).toMatchObject({ price: 3000 })
    expect(await search('abcdef')).toMatchObject({ price: 1000 })
    expect(await search('abcdef&years=2')).toMatchObject({ price: 2000 })
    expect(await search('ab&years=2&promo=HALF')).toMatchObject({ price: 9000 })
    expect(await search('ab&promo=free')).toMatchObject({ price: 0, price_sats: 1 })
    for (const query of ['years=3', 'years=0', 'promo=none']) {
      expect((await world.call('GET', `/nostrnip5/public/${id}/search?q=ab&${query}`)).status).toBe(422)
    }
    for (const body of [{ years: 3 }, { promo: 'none' }]) expect((await order(id, body)).status).toBe(422)
    const { body } = await order(id, { local_part: 'ab', years: 2, promo: 'half' })
    const decoded = await world.call('POST', '/api/v1/payments/decode', {
      key: owner.invoiceKey,
      body: { data: body.payment_request },
    })
    expect(decoded.body.amount_msat).toBe(9_000_000)
    expect(await quote(id, { local_part: 'ab' })).toBe('9,000 sat')
    expect(await quote(id, {})).toBe('')
  })

  test('a price in fiat is converted at the current rate', async () => {
    const { id } = await make({ currency: 'usd', cost: 1.5 })
    const { body } = await world.call('GET', `/nostrnip5/public/${id}/search?q=ada`)
    expect(body).toEqual({ available: true, price: 1.5, currency: 'USD', price_sats: 3000 })
    expect(await quote(id, { local_part: 'ada' })).toBe('3,000 sat ($1.50)')
    expect(await quote(id, { local_part: 'ada' }, 'de')).toBe('3.000 sat (1,50\u00a0$)')
    expect(await quote(id, { local_part: 'ada' }, 'es')).toBe('3000 sat (1,50\u00a0US$)')
  })

  test('reserved, taken or invalid names are not sold', async () => {
    const { id, domain } = await make({ reserved_names: ['Admin', 'root'] })
    await buy(id)
    const search = async (q: string) => (await world.call('GET', `/nostrnip5/public/${id}/search?q=${q}`)).body
    for (const name of ['admin', 'ADMIN', 'root', '_', 'ada', 'a%20b', 'ä', '']) {
      expect(await search(name)).toMatchObject({ available: false, reason: expect.any(String) })
    }
    for (const local_part of ['admin', '_']) expect((await order(id, { local_part })).status).toBe(400)
    for (const local_part of ['Adä', 'a b', '', 'x'.repeat(65)])
      expect((await order(id, { local_part })).status).toBe(422)
    for (const local_part of ['ada', 'Ada'])
      expect((await order(id, { local_part, pubkey: EVE })).body).toEqual({
        detail: 'body.local_part: The name is taken.',
        code: 'bad_request',
      })
    expect(await quote(id, { local_part: 'root' })).toBe('The name is reserved.')
    expect((await resolve(domain, '?name=_')).names).toEqual({})
    expect((await order('nothing')).status).toBe(404)
    expect((await world.call('GET', '/nostrnip5/public/nothing/search?q=a')).status).toBe(404)
  })

  test('keys are accepted as hex and npub, and others rejected', async () => {
    const { id, domain } = await make()
    await buy(id, { pubkey: npubEncode(EVE) })
    await buy(id, { local_part: 'upper', pubkey: ADA.toUpperCase() })
    expect((await resolve(domain)).names).toEqual({ ada: EVE })
    expect((await resolve(domain, '?name=upper')).names).toEqual({ upper: ADA })
    const mistyped = npubEncode(EVE).replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
    for (const pubkey of [mistyped, ADA.slice(1), `nsec1${'q'.repeat(58)}`, 'x']) {
      expect((await order(id, { local_part: 'bad', pubkey })).status).toBe(422)
    }
    for (const relays of [['http://relay.example'], Array.from({ length: 11 }, (_one, at) => `wss://${at}.example`)]) {
      expect((await order(id, { local_part: 'bad', relays })).status).toBe(422)
    }
  })

  test('a buyer changes key and relays with the secret, which is stored as a hash', async () => {
    const { id, domain } = await make()
    const { address, manage_secret } = await buy(id, { relays: ['wss://relay.example'] })
    const put = (which: string, body: object) =>
      world.call('PUT', `/nostrnip5/public/${id}/addresses/${which}`, { body: { manage_secret, ...body } })
    expect((await put(address, { pubkey: npubEncode(EVE) })).body).toMatchObject({
      pubkey: EVE,
      relays: ['wss://relay.example'],
    })
    expect((await put('ada', { relays: [] })).body).toMatchObject({ pubkey: EVE, relays: [] })
    expect(await resolve(domain)).toEqual({ names: { ada: EVE }, relays: {} })
    expect((await put(address, { manage_secret: 'f'.repeat(32), pubkey: ADA })).status).toBe(403)
    expect((await put(address, { manage_secret: undefined, pubkey: ADA })).status).toBe(422)
    expect((await put('nothing', { pubkey: ADA })).status).toBe(404)
    const other = await make()
    const elsewhere = await world.call('PUT', `/nostrnip5/public/${other.id}/addresses/${address}`, {
      body: { manage_secret },
    })
    expect(elsewhere.status).toBe(404)
    const rows = await world.db.list('SELECT data FROM extension_rows', [], ({ data }: { data: string }) => data)
    expect(rows.join('')).not.toContain(manage_secret)
  })

  test('an owner gives away, changes and revokes names, reserved ones too', async () => {
    const { id, domain } = await make({ reserved_names: ['admin'] })
    const url = `/nostrnip5/api/v1/${id}/addresses`
    const give = (body: object, key = owner.adminKey) =>
      world.call('POST', url, { key, body: { local_part: '_', pubkey: ADA, ...body } })
    const given = await give({})
    expect(given).toMatchObject({ status: 201, body: { active: true, manage_secret: expect.any(String) } })
    expect((await resolve(domain, '?name=_')).names).toEqual({ _: ADA })
    expect((await give({})).status).toBe(400)
    expect((await give({ local_part: 'admin' })).status).toBe(201)
    expect(await see(id)).toMatchObject({ address_count: 2, earned: 0 })
    const one = `${url}/${given.body.id}`
    const key = owner.adminKey
    const changed = await world.call('PUT', one, { key, body: { pubkey: EVE, relays: ['wss://relay.example'] } })
    expect(changed.body).toMatchObject({ pubkey: EVE, relays: ['wss://relay.example'] })
    expect(changed.body).not.toHaveProperty('manage_secret')
    expect((await world.call('DELETE', one, { key })).status).toBe(200)
    expect((await world.call('DELETE', one, { key })).status).toBe(404)
    expect((await resolve(domain, '?name=_')).names).toEqual({})
    expect(await see(id)).toMatchObject({ address_count: 1 })
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'nostrnip5')
    expect((await give({ local_part: 'x' }, owner.invoiceKey)).status).toBe(403)
    expect((await give({ local_part: 'x' }, stranger.adminKey)).status).toBe(404)
    expect((await listed(id, stranger.invoiceKey)).status).toBe(404)
    expect((await world.call('GET', url)).status).toBe(401)
    expect((await give({ local_part: 'X Y' })).status).toBe(422)
    const page = await world.call('GET', `${url}?limit=1`, { key: owner.invoiceKey })
    expect([page.body.length, page.headers['x-total-count']]).toEqual([1, '1'])
  })

  test('promotions are shown to the admin key only', async () => {
    const { id } = await make({ promotions: [{ code: 'sesame' }] })
    expect(JSON.stringify(await see(id))).not.toContain('sesame')
    expect(JSON.stringify((await world.call('GET', `/nostrnip5/public/${id}`)).body)).not.toContain('sesame')
    const admin = await world.call('GET', `/nostrnip5/api/v1/${id}`, { key: owner.adminKey })
    expect(admin.body.promotions).toMatchObject([{ code: 'sesame' }])
  })

  test('there is a page to buy a name and one to change it', async () => {
    const { id, domain } = await make()
    for (const path of ['', '/manage']) {
      const { status, body } = await world.call('GET', `/nostrnip5/p/${id}${path}`)
      expect(status).toBe(200)
      expect(body).toContain(`@${domain}`)
    }
    expect((await world.call('GET', '/nostrnip5/p/nothing')).status).toBe(404)
  })

  test('only unpaid orders are deleted', async () => {
    const { id } = await make()
    await order(id)
    await buy(id, { local_part: 'paid' })
    const count = () =>
      world.db.first(
        `SELECT count(*) AS n FROM extension_keys WHERE field = 'item' AND value = $1`,
        [id],
        (row: { n: bigint }) => Number(row.n),
      )
    expect(await count()).toBe(2)
    world.advance(2 * DAY)
    await world.tick()
    expect(await count()).toBe(1)
    expect((await listed(id)).body).toMatchObject([{ local_part: 'paid', active: true }])
  })
})
