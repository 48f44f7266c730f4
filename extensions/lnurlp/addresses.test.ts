import { text } from 'node:stream/consumers'
import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { LNURLP } from './lnurlp.ts'

const LINK = { description: 'Support the choir', min: 10, max: 1000 }

const ENV = {
  SERVICE_PUBLIC_URL: 'https://pay.example',
  SERVICE_DOMAINS: 'shop.example',
}

let world: World
let owner: WorldWallet

async function open(dialect: (typeof LOGIC_DIALECTS)[number]): Promise<void> {
  world = await openWorld({ dialect, builtIns: [LNURLP], env: ENV })
  owner = await newOwner()
}

async function close(): Promise<void> {
  expect(await world.violations()).toEqual([])
  await world.close()
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
const NOT_FOUND = { status: 200, body: { status: 'ERROR', reason: 'There is no such Lightning address.' } }

describe.each(LOGIC_DIALECTS)('Lightning addresses, on %s', (dialect) => {
  beforeEach(() => open(dialect))
  afterEach(close)

  test('an address answers the offer of its link directly, and the offer names the address', async () => {
    const link = await make({ username: 'ada', comment_chars: 20 })
    expect(link.lightning_address).toBe('ada@pay.example')
    const found = await resolve('ADA')
    expect(found.body).toEqual({
      tag: 'payRequest',
      callback: expect.stringMatching(new RegExp(`^https://pay.example/lnurlp/lnurl/${link.id}/cb/[\\w-]{150,350}$`)),
      minSendable: 10_000,
      maxSendable: 1_000_000,
      metadata: '[["text/plain","Support the choir"],["text/identifier","ada@pay.example"]]',
      commentAllowed: 20,
    })
    expect(found.headers['access-control-allow-origin']).toBe('*')
    const { callback, ...rest } = found.body
    expect(callback).toContain(link.id)
    expect((await resolve('ada%2Bshop')).body).toMatchObject(rest)
    expect((await resolve('%2Bshop')).body).toMatchObject({ status: 'ERROR' })
    expect((await world.call('GET', `/lnurlp/lnurl/${link.id}`)).body).toMatchObject(rest)
    expect(decodeLnurl(link.lnurl)).toBe(`https://pay.example/lnurlp/lnurl/${link.id}`)
    expect(await resolve('eve')).toMatchObject(NOT_FOUND)
  })

  test('of two concurrent requests for one name, one succeeds and the other gets the reason', async () => {
    const other = await newOwner()
    const answers = await Promise.all([owner, other, owner, other].map((wallet) => post({ username: 'ada' }, wallet)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body.detail)
    expect(new Set(refused)).toEqual(new Set(['body.username: already taken on this domain.']))
  })

  test('a name is unique per domain, and the requested host decides its owner', async () => {
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

  test('a name outlives its link: only its account can take it again', async () => {
    const other = await newOwner()
    const first = await make({ username: 'ada' })
    await drop(first.id)
    expect(await resolve('ada')).toMatchObject(NOT_FOUND)
    expect((await post({ username: 'ada' }, other)).status).toBe(400)
    const second = await make({ username: 'ada' })
    expect((await put(second.id, { username: 'grace' })).body.lightning_address).toBe('grace@pay.example')
    expect(await resolve('ada')).toMatchObject(NOT_FOUND)
    expect((await resolve('grace')).body.callback).toContain(second.id)
    expect((await put(second.id, { username: null })).body).not.toHaveProperty('lightning_address')
    expect(await resolve('grace')).toMatchObject(NOT_FOUND)
    await make({ username: 'grace' })
    expect((await put(second.id, { username: 'grace' })).status).toBe(400)
    expect((await put(second.id, { username: 'ada' })).status).toBe(200)
    expect((await resolve('ada')).body.callback).toContain(second.id)
  })

  test('an address is paid: the webhook is called once, and verify shows the preimage', async () => {
    const heard: { body: unknown; token: unknown }[] = []
    const hook = await openHttpServer((request, response) => {
      const hear = (said: string) => heard.push({ body: JSON.parse(said), token: request.headers['x-token'] })
      void text(request)
        .then(hear)
        .then(() => response.end())
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
    const report = { payment_hash, payment_request: body.pr, amount: 21, comment: 'Bravo', lnurlp: link.id }
    expect(heard).toEqual([{ body: { ...report, body: { order: [1, 2] } }, token: 'sesame' }])
    expect(await world.balanceMsat(owner)).toBe(100_021_000)
  })

  test('webhook_data in the URL of a link is returned with the webhook', async () => {
    const link = await make({ min: 1, max: 100, webhook_url: 'http://127.0.0.1:9999/' })
    const offered = await world.call('GET', `/lnurlp/lnurl/${link.id}?webhook_data=order%207%26co`)
    const { pathname, search } = new URL(offered.body.callback)
    expect(search).toBe('?webhook_data=order+7%26co')
    expect(pathname).toContain('/cb/')
    const { pr } = (await world.call('GET', `${pathname}${search}&amount=21000`)).body
    await world.send(await world.openWallet(1000), pr)
    await world.tick()
    const bodies = await world.db.list('SELECT body FROM deliveries', [], (row: { body: string }) => row.body)
    expect(bodies.map((body) => JSON.parse(body))).toContainEqual(
      expect.objectContaining({ lnurlp: link.id, payment_request: pr, webhook_data: 'order 7&co' }),
    )
  })
})

/** Delivers the webhooks that are due. */
async function deliver(): Promise<void> {
  await world.service.start()
  await expect
    .poll(() =>
      world.db.first(`SELECT count(*) AS n FROM deliveries WHERE state = 'waiting'`, [], ({ n }: { n: bigint }) =>
        Number(n),
      ),
    )
    .toBe(0)
}
