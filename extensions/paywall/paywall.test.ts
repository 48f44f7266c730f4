import type { RequestListener } from 'node:http'
import { type LoopbackServer, openHttpServer } from '@satchel/outbound/world/loopback-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { PAYWALL } from './paywall.ts'

const GOOD = { memo: 'Essay', amount: 21, url: 'https://files.example/essay' }

extensionContract(PAYWALL, {
  create: (n) => ({ ...GOOD, memo: `Essay ${n}` }),
  missing: 'url',
  patch: { memo: 'Another essay', amount: 22 },
  async settle(world, owner, item) {
    const id = String(item['id'])
    const { body } = await world.call('POST', `/paywall/public/${id}/invoices`, { body: {} })
    await world.send(owner, body.payment_request)
  },
})

describe.each(LOGIC_DIALECTS)('a paywall, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let buyer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [PAYWALL], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
    owner = await world.openWallet()
    buyer = await world.openWallet(100_000)
    await activateExtension(world, owner, 'paywall')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const create = (body: object) =>
    world.call('POST', '/paywall/api/v1/', { key: owner.adminKey, body: { ...GOOD, ...body } })
  const make = async (body: object = {}) => {
    const answer = await create(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const see = async (id: string) => (await world.call('GET', `/paywall/api/v1/${id}`, { key: owner.adminKey })).body
  const order = (id: string, body: object = {}) => world.call('POST', `/paywall/public/${id}/invoices`, { body })
  const access = (id: string, proof: string) => world.call('GET', `/paywall/public/${id}/access?${proof}`)
  const pay = async (bolt11: string): Promise<string> => {
    const { body } = await world.send(buyer, bolt11)
    await world.tick()
    const paid = await world.call('GET', `/api/v1/payments/${body.payment_hash}`, { key: buyer.adminKey })
    return paid.body.preimage
  }
  const buy = async (id: string, body: object = {}) => {
    const bought = (await order(id, body)).body
    return { ...bought, preimage: await pay(bought.payment_request) }
  }

  test('the public part does not reveal what is sold', async () => {
    const item = await make({ description: 'Ten pages.', file_headers: { authorization: 'secret' } })
    const seen = await world.call('GET', `/paywall/public/${item.id}`)
    expect(seen.body).toEqual({
      id: item.id,
      memo: 'Essay',
      description: 'Ten pages.',
      amount: 21,
      currency: 'sat',
      kind: 'url',
    })
    const page = await world.call('GET', `/paywall/p/${item.id}`)
    expect(page).toMatchObject({ status: 200 })
    expect(page.body).not.toContain('files.example')
    const read = await world.call('GET', `/paywall/api/v1/${item.id}`, { key: owner.invoiceKey })
    expect(read.body).not.toHaveProperty('url')
    expect(read.body).not.toHaveProperty('file_headers')
    const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    expect(rows.join('')).not.toMatch(/files\.example|authorization/)
  })

  test('access is 402 until it is paid, and then opens by the claim and by the preimage, and by nothing else', async () => {
    const item = await make()
    const { payment_hash: hash, payment_request: bolt11, claim, amount } = (await order(item.id)).body
    expect(amount).toBe(21)
    expect(await access(item.id, `claim=${claim}`)).toMatchObject({ status: 402 })
    expect((await world.call('GET', `/paywall/p/${item.id}/open?claim=${claim}`)).status).toBe(402)
    expect((await world.call('GET', `/paywall/public/${item.id}/state?claim=${claim}`)).body).toEqual({ paid: false })
    const preimage = await pay(bolt11)
    expect(await access(item.id, `claim=${claim}`)).toMatchObject({ status: 200, body: { url: GOOD.url } })
    expect(await access(item.id, `preimage=${preimage.toUpperCase()}`)).toMatchObject({ status: 200 })
    expect((await world.call('GET', `/paywall/public/${item.id}/state?claim=${claim}`)).body).toEqual({ paid: true })
    const page = await world.call('GET', `/paywall/p/${item.id}/open?claim=${claim}`)
    expect(page.body).toContain(GOOD.url)
    for (const wrong of [`claim=${'0'.repeat(64)}`, `preimage=${hash}`, `claim=${hash}`, 'claim=', '']) {
      expect([wrong, (await access(item.id, wrong)).status]).toEqual([wrong, 402])
    }
    const other = await make()
    expect((await access(other.id, `claim=${claim}`)).status).toBe(402)
    expect((await access('nothing', `claim=${claim}`)).status).toBe(404)
    expect(await see(item.id)).toMatchObject({ sold: 1, earned: 21 })
  })

  test('concurrent buyers are each counted, once', async () => {
    const item = await make({ amount: 5 })
    const orders = await Promise.all(Array.from({ length: 8 }, () => order(item.id)))
    await Promise.all(orders.map(({ body }) => world.send(buyer, body.payment_request)))
    await world.tick()
    expect(await see(item.id)).toMatchObject({ sold: 8, earned: 40 })
  })

  test('a price in a currency is converted, and 0 lets the buyer choose at least a satoshi', async () => {
    const fiat = await make({ amount: 0.5, currency: 'usd' })
    expect((await order(fiat.id)).body.amount).toBe(1000)
    const open = await make({ amount: 0 })
    expect((await order(open.id, { amount: 3 })).body.amount).toBe(3)
    expect((await order(open.id)).status).toBe(422)
    expect((await order(open.id, { amount: 0 })).status).toBe(400)
    expect((await order(open.id, { amount: 0.5 })).status).toBe(400)
    const fixed = await make()
    expect((await order(fixed.id, { amount: 20 })).status).toBe(400)
    expect((await order(fixed.id, { amount: 30 })).body.amount).toBe(30)
    expect((await order('nothing')).status).toBe(404)
  })

  test('purchased days end as agreed at the purchase', async () => {
    const item = await make({ access_days: 1 })
    const { claim } = await buy(item.id)
    await world.call('PUT', `/paywall/api/v1/${item.id}`, { key: owner.adminKey, body: { access_days: 100 } })
    world.advance(86_399)
    expect((await access(item.id, `claim=${claim}`)).status).toBe(200)
    world.advance(1)
    expect((await access(item.id, `claim=${claim}`)).status).toBe(403)
  })

  describe('a file', () => {
    const FILE = '0123456789'
    /** Understands ranges, as file hosts do. */
    const host: RequestListener = ({ headers }, response) => {
      const [, start] = /^bytes=(\d+)-/.exec(headers.range ?? '') ?? []
      if (start === undefined) return void response.writeHead(200, { 'content-type': 'text/html' }).end(FILE)
      const part = FILE.slice(Number(start))
      response.writeHead(206, { 'content-range': `bytes ${start}-9/10` }).end(part)
    }
    const sell = async (listener: RequestListener = host, more: object = {}) => {
      const server: LoopbackServer = await openHttpServer(listener)
      const url = `http://127.0.0.1:${server.port}/my%20essay's.html?key=1`
      const item = await make({ kind: 'file', url, file_headers: { authorization: 'Bearer x' }, ...more })
      const { claim, payment_hash: hash, preimage } = await buy(item.id)
      const link = async (): Promise<string> => {
        const { status, body } = await access(item.id, `claim=${claim}`)
        return status === 200 ? new URL(body.url).pathname : `refused with ${status}`
      }
      return { server, item, claim, hash, preimage, link }
    }
    const get = (url: string, range?: string) =>
      world.call('GET', url, { headers: range === undefined ? {} : { range } })

    test('is streamed to the buyer, with the owner’s headers for its host alone', async () => {
      const { server, link, claim, item } = await sell()
      const page = await get(`/paywall/p/${item.id}/open?claim=${claim}`)
      expect(page.body).not.toContain(String(server.port))
      const answer = await get(await link())
      expect(answer).toMatchObject({ status: 200 })
      expect(answer.body).toBe(FILE)
      expect(answer.headers['content-disposition']).toBe("attachment; filename*=UTF-8''my%20essay%27s.html")
      expect(answer.headers['content-security-policy']).toContain('sandbox')
      expect(JSON.stringify(answer.headers)).not.toContain('Bearer')
      expect(server.hits).toMatchObject([
        { path: "GET /my%20essay's.html?key=1", headers: { authorization: 'Bearer x' } },
      ])
      expect(server.hits[0]?.headers).not.toHaveProperty('x-api-key')
    })

    test('a file can be downloaded as often as purchased, also concurrently, and parts of one download are free', async () => {
      const { link } = await sell(host, { max_downloads: 2 })
      const first = await link()
      expect((await get(first)).status).toBe(200)
      expect(await get(first, 'bytes=4-')).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 4-9/10' } })
      const second = await link()
      const answers = await Promise.all(Array.from({ length: 6 }, () => get(second)))
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 403, 403, 403, 403, 403,
      ])
      expect((await get(first, 'bytes=4-')).status).toBe(403)
      expect(await link()).toBe('refused with 403')
    })

    test('a download link works for ten minutes, and not if it is altered', async () => {
      const { link } = await sell()
      const url = await link()
      expect((await get(`${url.slice(0, -1)}${url.endsWith('0') ? 1 : 0}`)).status).toBe(404)
      const [id = '', until = '', ...rest] = url.split('.')
      expect((await get([id, Number(until) + 60, ...rest].join('.'))).status).toBe(404)
      world.advance(600)
      expect((await get(url)).status).toBe(403)
      expect((await get(await link())).status).toBe(200)
    })

    test('a host that redirects, fails or is gone does not use up a download, and redirects are not followed', async () => {
      const elsewhere = await openHttpServer((_request, response) => response.end('secret'))
      let answer: RequestListener = (_request, response) =>
        response.writeHead(302, { location: `http://127.0.0.1:${elsewhere.port}/` }).end()
      const { link } = await sell((request, response) => answer(request, response), { max_downloads: 1 })
      expect((await get(await link())).status).toBe(503)
      answer = (_request, response) => response.writeHead(500).end()
      expect((await get(await link())).status).toBe(503)
      answer = (_request, response) => response.destroy()
      expect((await get(await link())).status).toBe(503)
      expect(elsewhere.hits).toEqual([])
      answer = host
      expect((await get(await link())).status).toBe(200)
      expect(await link()).toBe('refused with 403')
    })

    test('a host that answers a range request with the whole file is rejected', async () => {
      const { link } = await sell((_request, response) => response.end(FILE))
      const url = await link()
      expect((await get(url)).status).toBe(200)
      expect((await get(url, 'bytes=4-')).status).toBe(503)
    })

    test('a release is downloaded by the hash of its payment; other files are not', async () => {
      const { item, hash } = await sell(host, { release: true })
      const archive = (id: string, paid: string) => get(`/paywall/release/${id}?payment_hash=${paid}&version=1.0.0`)
      expect((await archive(item.id, hash)).status).toBe(200)
      expect((await archive(item.id, '0'.repeat(64))).status).toBe(402)
      expect((await archive(item.id, '')).status).toBe(402)
      const unpaid = (await order(item.id)).body
      expect((await archive(item.id, unpaid.payment_hash)).status).toBe(402)
      const ordinary = await sell()
      expect((await archive(ordinary.item.id, ordinary.hash)).status).toBe(404)
      expect((await archive(item.id, ordinary.hash)).status).toBe(402)
    })
  })
})
