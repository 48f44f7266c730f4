import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LNURLP } from './lnurlp.ts'

const LINK = { description: 'Support the choir', min: 10, max: 1000 }

extensionContract(LNURLP, {
  create: (n) => ({ ...LINK, username: `choir${n}` }),
  missing: 'description',
  patch: { description: 'New organ', max: 2000 },
  async settle(world, owner, item) {
    const { body } = await world.call('GET', `/lnurlp/lnurl/${String(item['id'])}/cb?amount=21000`)
    await world.send(owner, body.pr)
  },
})

const ENV = {
  SERVICE_PUBLIC_URL: 'https://pay.example',
  SERVICE_DOMAINS: 'shop.example',
  SERVICE_FIXED_RATES: '{"USD":50000}',
}

let world: World
let owner: WorldWallet

async function open(): Promise<void> {
  world = await openWorld({ dialect: 'sqlite', builtIns: [LNURLP], env: ENV })
  owner = await world.openWallet(1000)
  await activateExtension(world, owner, 'lnurlp')
}

async function close(): Promise<void> {
  expect(await world.violations()).toEqual([])
  await world.close()
}

const post = (body: object, wallet = owner) =>
  world.call('POST', '/lnurlp/api/v1/', { key: wallet.adminKey, body: { ...LINK, ...body } })
const make = async (body: object = {}, wallet = owner) => {
  const answer = await post(body, wallet)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const put = (id: string, body: object, wallet = owner) =>
  world.call('PUT', `/lnurlp/api/v1/${id}`, { key: wallet.adminKey, body })
const resolve = (name: string, host = 'pay.example') =>
  world.call('GET', `/.well-known/lnurlp/${name}`, { headers: { host } })
const ask = (id: string, query: string) => world.call('GET', `/lnurlp/lnurl/${id}/cb?${query}`)

describe('a pay link', () => {
  beforeAll(open)
  afterAll(close)

  test.each([
    [{ max: 9 }, 'max'],
    [{ min: 0 }, 'min'],
    [{ min: 0.5 }, 'min'],
    [{ min: 0.0001, max: 1, currency: 'USD' }, 'min'],
    [{ currency: 'XXX' }, 'currency'],
    [{ comment_chars: 800 }, 'comment_chars'],
    [{ username: 'Adä' }, 'username'],
    [{ username: '\u212aelvin' }, 'username'],
    [{ username: 'a b' }, 'username'],
    [{ username: 'a'.repeat(65) }, 'username'],
    [{ username: 'ada', domain: 'elsewhere.example' }, 'domain'],
    [{ webhook_url: 'javascript:1' }, 'webhook_url'],
    [{ webhook_url: 'http://shop.example/hook' }, 'webhook_url'],
    [{ webhook_url: 'http://8.8.8.8/hook' }, 'webhook_url'],
    [{ success_url: 'http://shop.example/thanks' }, 'success_url'],
    [{ webhook_headers: ['a'] }, 'webhook_headers'],
    [{ webhook_headers: { 'a b': 'c' } }, 'webhook_headers'],
    [{ webhook_headers: { a: 'b\r\nc' } }, 'webhook_headers'],
    [{ webhook_headers: { a: 1 } }, 'webhook_headers'],
    [
      { webhook_headers: Object.fromEntries(Array.from({ length: 21 }, (_one, at) => [`h${at}`, 'x'])) },
      'webhook_headers',
    ],
    [{ webhook_body: 'x'.repeat(5000) }, 'webhook_body'],
    [{ success_text: 'x'.repeat(145) }, 'success_text'],
  ])('with %.60j is refused with 422 that names the field', async (body, field) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
    const { id } = await make()
    expect((await put(id, body)).status).toBe(422)
  })

  test('a link may have an http URL only if its host is private and the operator allows it', async () => {
    const urls = ['http://127.0.0.1:9999/x', 'http://10.1.2.3/x', 'http://[fd00::1]/x', 'http://shop:3000/x']
    for (const url of urls) await make({ webhook_url: url, success_url: url })
    const env = { ...ENV, SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' }
    const strict = await openWorld({ dialect: 'sqlite', builtIns: [LNURLP], env })
    const wallet = await strict.openWallet()
    await activateExtension(strict, wallet, 'lnurlp')
    for (const field of ['webhook_url', 'success_url']) {
      for (const url of ['http://127.0.0.1:9999/x', 'http://10.1.2.3/x', 'http://shop.example/x']) {
        const body = { ...LINK, [field]: url }
        expect((await strict.call('POST', '/lnurlp/api/v1/', { key: wallet.adminKey, body })).status).toBe(422)
      }
    }
    await strict.close()
  })

  test('a link accepts any amount in its range, to the millisatoshi, and nothing else', async () => {
    const { id } = await make({ min: 10, max: 20 })
    for (const amount of [10_000, 15_500, 20_000]) expect((await ask(id, `amount=${amount}`)).body.pr).toMatch(/^ln/)
    for (const amount of ['9999', '20001', '0', '-10000', '1e4', '10000.5', '', 'x']) {
      expect(await ask(id, `amount=${amount}`)).toMatchObject({ status: 200, body: { status: 'ERROR' } })
    }
    expect((await ask(id, '')).body.status).toBe('ERROR')
    expect((await ask('nothing', 'amount=10000')).body).toEqual({
      status: 'ERROR',
      reason: 'There is no such pay link.',
    })
  })

  test('a link offers at most the maximum payment of the service, and is an error if its minimum exceeds that', async () => {
    const env = { ...ENV, SERVICE_MAX_PAYMENT_SATS: '1000' }
    const small = await openWorld({ dialect: 'sqlite', builtIns: [LNURLP], env })
    const wallet = await small.openWallet()
    await activateExtension(small, wallet, 'lnurlp')
    const offered = async (body: object) => {
      const all = { ...LINK, ...body }
      const { id } = (await small.call('POST', '/lnurlp/api/v1/', { key: wallet.adminKey, body: all })).body
      return small.call('GET', `/lnurlp/lnurl/${id}`)
    }
    expect((await offered({ min: 10, max: 1_000_000 })).body).toMatchObject({
      minSendable: 10_000,
      maxSendable: 1_000_000,
    })
    const fiat = (await offered({ min: 0.1, max: 0.5, currency: 'USD' })).body
    expect(fiat).toMatchObject({ minSendable: 200_000, maxSendable: 1_000_000 })
    const { pathname } = new URL(fiat.callback)
    expect((await small.call('GET', `${pathname}?amount=1000000`)).body.pr).toMatch(/^ln/)
    expect((await small.call('GET', `${pathname}?amount=1000001`)).body.status).toBe('ERROR')
    expect(await offered({ min: 1001, max: 2000 })).toMatchObject({
      status: 200,
      body: { status: 'ERROR', reason: expect.stringContaining('exceeds the largest payment') },
    })
    await small.close()
  })

  test('a link in fiat rejects less than the current price, and accepts slightly more', async () => {
    const { id } = await make({ min: 0.5, max: 1, currency: 'USD' })
    expect((await world.call('GET', `/lnurlp/lnurl/${id}`)).body).toMatchObject({
      minSendable: 1_000_000,
      maxSendable: 2_000_000,
    })
    for (const amount of [1_000_000, 2_020_000]) expect((await ask(id, `amount=${amount}`)).body.pr).toMatch(/^ln/)
    for (const amount of [995_000, 999_999, 2_020_001])
      expect((await ask(id, `amount=${amount}`)).body.status).toBe('ERROR')
  })

  test('a link saves its name in lower case, and rejects an invalid one with the reason', async () => {
    const { id, username } = await make({ username: ' Grace ' })
    expect(username).toBe('grace')
    expect((await resolve('GRACE')).body.tag).toBe('payRequest')
    const { status, body } = await put(id, { username: 'a b' })
    expect([status, body.detail]).toEqual([
      422,
      'body.username: String does not fit here: Name before the @ of the Lightning address: letters a to z, digits, dots, hyphens and underscores',
    ])
  })

  test('takes comments of its length only, counted in characters', async () => {
    const { id } = await make({ comment_chars: 3 })
    const comment = (said: string) => ask(id, `amount=10000&comment=${encodeURIComponent(said)}`)
    expect((await comment('🎶🎶🎶')).body.pr).toMatch(/^ln/)
    for (const said of ['four', 'x'.repeat(2000)])
      expect((await comment(said)).body).toEqual({
        status: 'ERROR',
        reason: 'The comment may have at most 3 characters.',
      })
  })

  test('a comment that was not asked for does not stop the payment, whatever its length, and is not stored', async () => {
    const silent = await make()
    for (const said of ['x', 'x'.repeat(2000)]) {
      const { body } = await ask(silent.id, `amount=10000&comment=${said}`)
      expect(body.pr).toMatch(/^ln/)
      const { body: made } = await world.call('POST', '/api/v1/payments/decode', { body: { data: body.pr } })
      expect(made.description_hash).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  test('a link counts requests for its parameters and invoices, without a write per request', async () => {
    const { id } = await make({ username: 'ada' })
    const writes = async () =>
      (await world.db.first(
        `SELECT version FROM extension_rows WHERE id = $1`,
        [id],
        (row: { version: bigint }) => row.version,
      )) ?? 0n
    const before = await writes()
    for (let at = 0; at < 3; at += 1) await world.call('GET', `/lnurlp/lnurl/${id}`)
    await resolve('ada')
    await ask(id, 'amount=10000')
    await ask(id, 'amount=1')
    expect(await writes()).toBe(before)
    world.advance(10)
    await world.tick()
    const counted = (await world.call('GET', `/lnurlp/api/v1/${id}`, { key: owner.invoiceKey })).body
    expect(counted).toMatchObject({ served_params: 4, served_invoices: 1 })
    expect((await put(id, { served_params: 0 })).body.served_params).toBe(4)
  })

  test('shows the headers of its webhook to the admin key only, and keeps them sealed', async () => {
    const { id, webhook_headers } = await make({ webhook_headers: { Authorization: 'Bearer sesame' } })
    expect(webhook_headers).toEqual({ Authorization: 'Bearer sesame' })
    const seen = await world.call('GET', `/lnurlp/api/v1/${id}`, { key: owner.invoiceKey })
    expect(seen.body).not.toHaveProperty('webhook_headers')
    const rows = await world.db.list('SELECT data FROM extension_rows', [], ({ data }: { data: string }) => data)
    expect(rows.join('')).not.toContain('sesame')
    expect(Object.keys((await world.call('GET', `/lnurlp/public/${id}`)).body).sort()).toEqual([
      'comment_chars',
      'currency',
      'description',
      'id',
      'lnurl',
      'max',
      'min',
    ])
  })

  test('leads payers directly to a URL of this host, and to other hosts by a page of this host', async () => {
    const near = await make({ success_url: 'https://pay.example/thanks', success_text: 'Sung!' })
    expect((await ask(near.id, 'amount=10000')).body.successAction).toEqual({
      tag: 'url',
      description: 'Sung!',
      url: 'https://pay.example/thanks',
    })
    const far = await make({ success_url: 'https://choir.example/thanks?a=1&b=2' })
    const { url } = (await ask(far.id, 'amount=10000')).body.successAction
    expect(url).toBe(`https://pay.example/lnurlp/p/${far.id}/thanks`)
    expect((await world.call('GET', new URL(url).pathname)).body).toContain('https://choir.example/thanks?a=1&amp;b=2')
  })

  test('a link has a page with its QR code, which shows texts without markup', async () => {
    const { id, lnurl } = await make({ username: 'eve', description: '<script>alert(1)</script>' })
    const { status, body } = await world.call('GET', `/lnurlp/p/${id}`)
    expect(status).toBe(200)
    expect(body).toContain(lnurl.toUpperCase())
    expect(body).toContain('eve@pay.example')
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toContain('<script>alert')
    expect((await world.call('GET', '/lnurlp/p/nothing')).status).toBe(404)
  })
})
