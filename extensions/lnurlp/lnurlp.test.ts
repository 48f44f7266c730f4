import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { openHttpServer } from '@satchel/outbound/loopback-server'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/world/open-world.ts'
import { DIALECTS } from '../../services/wallet/world/test-database.ts'
import { LNURLP } from './lnurlp.ts'

const LINK = { description: 'Support the choir', min: 10, max: 1000 }

extensionContract(LNURLP, {
  create: (n) => ({ ...LINK, username: `choir${n}` }),
  missing: 'description',
  patch: { description: 'New organ', max: 2000 },
  async settle(world, owner, item) {
    const { body } = await world.call('GET', `/lnurlp/lnurl/${item['id']}/cb?amount=21000`)
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

async function open(dialect: (typeof DIALECTS)[number] = 'sqlite'): Promise<void> {
  world = await openWorld({ dialect, builtIns: [LNURLP], env: ENV })
  const opened = world
  onTestFinished(async () => {
    expect(await opened.violations()).toEqual([])
    await opened.close()
  })
  owner = await newOwner()
}

async function newOwner(): Promise<WorldWallet> {
  const wallet = await world.openWallet(100_000)
  await activateExtension(world, wallet, 'lnurlp')
  return wallet
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
const drop = (id: string, wallet = owner) => world.call('DELETE', `/lnurlp/api/v1/${id}`, { key: wallet.adminKey })
const resolve = (name: string, host = 'pay.example') =>
  world.call('GET', `/.well-known/lnurlp/${name}`, { headers: { host } })
const ask = (id: string, query: string) => world.call('GET', `/lnurlp/lnurl/${id}/cb?${query}`)
const NOBODY = { status: 200, body: { status: 'ERROR', reason: 'There is no such Lightning address.' } }

describe.each(DIALECTS)('Lightning addresses, on %s', (dialect) => {
  beforeEach(() => open(dialect))

  test('an address answers directly with what its link offers, and is named in it', async () => {
    const link = await make({ username: 'ada', comment_chars: 20 })
    expect(link.lightning_address).toBe('ada@pay.example')
    const found = await resolve('ADA')
    expect(found.body).toEqual({
      tag: 'payRequest',
      callback: `https://pay.example/lnurlp/lnurl/${link.id}/cb`,
      minSendable: 10_000,
      maxSendable: 1_000_000,
      metadata: '[["text/plain","Support the choir"],["text/identifier","ada@pay.example"]]',
      commentAllowed: 20,
    })
    expect(found.headers['access-control-allow-origin']).toBe('*')
    expect((await world.call('GET', `/lnurlp/lnurl/${link.id}`)).body).toEqual(found.body)
    expect(decodeLnurl(link.lnurl)).toBe(`https://pay.example/lnurlp/lnurl/${link.id}`)
    expect(await resolve('eve')).toMatchObject(NOBODY)
  })

  test('of two wallets that want one name at once one has it, and the other reads why not', async () => {
    const other = await newOwner()
    const answers = await Promise.all([owner, other, owner, other].map((wallet) => post({ username: 'ada' }, wallet)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body.detail)
    expect(new Set(refused)).toEqual(new Set(['body.username: is taken on this domain.']))
  })

  test('a name is unique per domain, and the host that was asked decides whose it is', async () => {
    const here = await make({ username: 'ada', description: 'Here' })
    const there = await make({ username: 'ada', domain: 'Shop.Example', description: 'There' })
    expect(there).toMatchObject({ lightning_address: 'ada@shop.example', domain: 'shop.example' })
    expect((await post({ username: 'ada', domain: 'pay.example' })).status).toBe(400)
    const callbacks = async (host: string) => (await resolve('ada', host)).body.callback as string
    for (const host of ['shop.example', 'SHOP.example', 'shop.example.', 'shop.example:443', 'shop.example.:8080']) {
      expect(await callbacks(host)).toContain(there.id)
    }
    for (const host of ['pay.example', 'myshop.example', 'shop.example.evil', '127.0.0.1:5000']) {
      expect(await callbacks(host)).toContain(here.id)
    }
  })

  test('a name outlives its link: its account can take it again, and nobody else', async () => {
    const other = await newOwner()
    const first = await make({ username: 'ada' })
    await drop(first.id)
    expect(await resolve('ada')).toMatchObject(NOBODY)
    expect((await post({ username: 'ada' }, other)).status).toBe(400)
    const second = await make({ username: 'ada' })
    expect((await put(second.id, { username: 'grace' })).body.lightning_address).toBe('grace@pay.example')
    expect(await resolve('ada')).toMatchObject(NOBODY)
    expect((await resolve('grace')).body.callback).toContain(second.id)
    expect((await put(second.id, { username: null })).body).not.toHaveProperty('lightning_address')
    expect(await resolve('grace')).toMatchObject(NOBODY)
    await make({ username: 'grace' })
    expect((await put(second.id, { username: 'grace' })).status).toBe(400)
    expect((await put(second.id, { username: 'ada' })).status).toBe(200)
    expect((await resolve('ada')).body.callback).toContain(second.id)
  })

  test('an address is paid: the webhook hears of it once, and verify shows the preimage', async () => {
    const heard: { body: unknown; token: unknown }[] = []
    const hook = await openHttpServer(async (request, response) => {
      heard.push({ body: JSON.parse(await text(request)), token: request.headers['x-token'] })
      response.end()
    })
    const link = await make({
      username: 'ada',
      comment_chars: 20,
      webhook_url: `http://127.0.0.1:${hook.port}/`,
      webhook_headers: { 'X-Token': 'sesame' },
      webhook_body: { order: [1, 2] },
      success_text: 'Sung!',
    })
    const { body } = await ask(link.id, 'amount=21000&comment=Bravo')
    expect(body).toMatchObject({ routes: [], disposable: false, successAction: { tag: 'message', message: 'Sung!' } })
    const verify = new URL(body.verify)
    expect(verify.origin).toBe('https://pay.example')
    const verified = () => world.call('GET', verify.pathname)
    expect((await verified()).body).toEqual({ status: 'OK', settled: false, preimage: null, pr: body.pr })
    const payer = await world.openWallet(1000)
    await world.send(payer, body.pr)
    await world.tick()
    await deliver()
    await world.tick()
    await deliver()
    expect((await verified()).body).toMatchObject({ settled: true, preimage: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const payment_hash = verify.pathname.split('/').at(-1)
    const told = { payment_hash, payment_request: body.pr, amount: 21, comment: 'Bravo', body: { order: [1, 2] } }
    expect(heard).toEqual([{ body: told, token: 'sesame' }])
    expect(await world.balanceMsat(owner)).toBe(100_021_000)
  })
})

/** Sends the webhooks that are due. */
async function deliver(): Promise<void> {
  await world.service.start()
  await expect
    .poll(() => world.db.first(`SELECT count(*) AS n FROM deliveries WHERE state = 'waiting'`, [], ({ n }: { n: bigint }) => Number(n)))
    .toBe(0)
}

describe('a pay link', () => {
  beforeEach(() => open())

  test.each([
    [{ max: 9 }, 'max'],
    [{ min: 0 }, 'min'],
    [{ min: 0.5 }, 'min'],
    [{ min: 0.0001, max: 1, currency: 'USD' }, 'min'],
    [{ currency: 'XXX' }, 'currency'],
    [{ comment_chars: 800 }, 'comment_chars'],
    [{ username: 'Ada' }, 'username'],
    [{ username: 'a b' }, 'username'],
    [{ username: 'a'.repeat(65) }, 'username'],
    [{ username: 'ada', domain: 'elsewhere.example' }, 'domain'],
    [{ webhook_url: 'javascript:1' }, 'webhook_url'],
    [{ webhook_headers: ['a'] }, 'webhook_headers'],
    [{ webhook_headers: { 'a b': 'c' } }, 'webhook_headers'],
    [{ webhook_headers: { a: 'b\r\nc' } }, 'webhook_headers'],
    [{ webhook_headers: { a: 1 } }, 'webhook_headers'],
    [{ webhook_headers: Object.fromEntries(Array.from({ length: 21 }, (_one, at) => [`h${at}`, 'x'])) }, 'webhook_headers'],
    [{ webhook_body: 'x'.repeat(5000) }, 'webhook_body'],
    [{ success_text: 'x'.repeat(145) }, 'success_text'],
  ])('with %.60j is refused with 422 that names the field', async (body, field) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
    const { id } = await make()
    expect((await put(id, body)).status).toBe(422)
  })

  test('takes what lies in its range to the millisatoshi, and nothing else', async () => {
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

  test('in fiat bears a rate that moved a little between the offer and the payment', async () => {
    const { id } = await make({ min: 0.5, max: 1, currency: 'USD' })
    expect((await world.call('GET', `/lnurlp/lnurl/${id}`)).body).toMatchObject({
      minSendable: 1_000_000,
      maxSendable: 2_000_000,
    })
    for (const amount of [995_000, 2_020_000]) expect((await ask(id, `amount=${amount}`)).body.pr).toMatch(/^ln/)
    for (const amount of [994_999, 2_020_001]) expect((await ask(id, `amount=${amount}`)).body.status).toBe('ERROR')
  })

  test('takes comments of its length only, counted in characters', async () => {
    const { id } = await make({ comment_chars: 3 })
    const comment = (said: string) => ask(id, `amount=10000&comment=${encodeURIComponent(said)}`)
    expect((await comment('🎶🎶🎶')).body.pr).toMatch(/^ln/)
    expect((await comment('four')).body.status).toBe('ERROR')
    const silent = await make()
    expect((await ask(silent.id, 'amount=10000&comment=x')).body.status).toBe('ERROR')
  })

  test('counts how often it was looked at and asked for an invoice, without a write for each', async () => {
    const { id } = await make({ username: 'ada' })
    const writes = async () =>
      (await world.db.first(`SELECT version FROM extension_rows WHERE id = $1`, [id], (row: { version: bigint }) => row.version)) ?? 0n
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
    expect(Object.keys((await world.call('GET', `/lnurlp/public/${id}`)).body).sort()).toEqual(
      ['comment_chars', 'currency', 'description', 'id', 'lnurl', 'max', 'min'],
    )
  })

  test('leads payers to a link of this host at once, and to others by a page of this host', async () => {
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

  test('has a page with its code, on which its texts are no markup', async () => {
    const { id, lnurl } = await make({ username: 'ada', description: '<script>alert(1)</script>' })
    const { status, body } = await world.call('GET', `/lnurlp/p/${id}`)
    expect(status).toBe(200)
    expect(body).toContain(lnurl.toUpperCase())
    expect(body).toContain('ada@pay.example')
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toContain('<script>alert')
    expect((await world.call('GET', '/lnurlp/p/nothing')).status).toBe(404)
  })
})
