import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openTestSocket } from '../../services/wallet/test/world/open-test-socket.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { TIPJAR } from './tipjar.ts'

extensionContract(TIPJAR, {
  create: (n) => ({ name: `Jar ${n}`, description: 'For coffee.' }),
  missing: 'name',
  patch: { name: 'Tea', suggested: [100, 500] },
  async settle(world, owner, item) {
    const { body } = await world.call('POST', `/tipjar/public/${String(item['id'])}/tips`, { body: { sats: 21 } })
    await world.send(owner, body.payment_request)
  },
})

let world: World
let owner: WorldWallet
let payer: WorldWallet

const open = async (dialect: (typeof LOGIC_DIALECTS)[number]): Promise<void> => {
  world = await openWorld({ dialect, builtIns: [TIPJAR] })
  owner = await world.openWallet()
  payer = await world.openWallet(100_000)
  await activateExtension(world, owner, 'tipjar')
}
const close = async (): Promise<void> => {
  expect(await world.violations()).toEqual([])
  await world.close()
}

const post = (body: object) =>
  world.call('POST', '/tipjar/api/v1/', { key: owner.adminKey, body: { name: 'Ada', ...body } })
const make = async (body: object = {}): Promise<string> => {
  const answer = await post(body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.id
}
const see = async (id: string) => (await world.call('GET', `/tipjar/api/v1/${id}`, { key: owner.invoiceKey })).body
const seePublic = async (id: string) => (await world.call('GET', `/tipjar/public/${id}`)).body
const order = (id: string, body: object) => world.call('POST', `/tipjar/public/${id}/tips`, { body })
const pay = async (bolt11: string): Promise<void> => {
  expect(await world.send(payer, bolt11)).toMatchObject({ status: 201 })
  await world.tick()
}
const tip = async (id: string, body: object): Promise<string> => {
  const { status, body: answer } = await order(id, body)
  expect(status).toBe(201)
  await pay(answer.payment_request)
  return answer.payment_hash
}
const tipsOf = (id: string, query = '', key = owner.invoiceKey) =>
  world.call('GET', `/tipjar/api/v1/${id}/tips${query}`, { key })

describe.each(LOGIC_DIALECTS)('tips, on %s', (dialect) => {
  beforeAll(() => open(dialect))
  afterAll(close)

  test('a tip counts when it is paid and not before', async () => {
    const id = await make()
    const { status, body } = await order(id, { sats: 500, name: 'Charles', message: 'Bravo' })
    expect(status).toBe(201)
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'payment_hash', 'payment_request'])
    const state = () => world.call('GET', `/tipjar/public/${id}/tips/${body.payment_hash}`)
    expect((await state()).body).toEqual({ paid: false, expired: false, expires_at: body.expires_at })
    expect(await see(id)).toMatchObject({ tip_count: 0, tip_total: 0 })
    expect((await tipsOf(id)).body).toEqual([])
    await pay(body.payment_request)
    expect((await state()).body).toMatchObject({ paid: true, expired: false })
    expect(await see(id)).toMatchObject({ tip_count: 1, tip_total: 500 })
    const tip = { name: 'Charles', message: 'Bravo', sats: 500, time: world.nowSeconds() }
    expect((await tipsOf(id)).body).toEqual([{ id: expect.any(String), ...tip, hidden: false }])
    expect((await seePublic(id)).messages).toEqual([tip])
    const other = await make()
    expect((await world.call('GET', `/tipjar/public/${other}/tips/${body.payment_hash}`)).status).toBe(404)
  })

  test('concurrent tips all count, each once, however often their settlements are delivered', async () => {
    const id = await make()
    const orders = await Promise.all(Array.from({ length: 8 }, () => order(id, { sats: 3 })))
    for (const { body } of orders) await world.send(payer, body.payment_request)
    await world.tick()
    await writeDirectly(world, `UPDATE cursors SET value = '0' WHERE name = 'extensions'`)
    await world.restart()
    await world.tick()
    expect(await see(id)).toMatchObject({ tip_count: 8, tip_total: 24 })
    expect((await tipsOf(id)).body).toHaveLength(8)
  })

  test('a tip by LNURL has its comment as message, and is anonymous', async () => {
    const id = await make({ min_amount: 10, max_amount: 20 })
    const { body } = await world.call('GET', `/tipjar/lnurl/${id}`)
    expect(body).toMatchObject({ minSendable: 10_000, maxSendable: 20_000, commentAllowed: 300 })
    const ask = async (query: string) => (await world.call('GET', `/tipjar/lnurl/${id}/cb?${query}`)).body
    for (const amount of [9999, 20_001]) expect((await ask(`amount=${amount}`)).status).toBe('ERROR')
    const invoice = await ask('amount=15000&comment=Encore')
    expect(invoice.verify).toContain('/tipjar/verify/')
    await pay(invoice.pr)
    expect((await tipsOf(id)).body).toMatchObject([{ name: 'Anonymous', message: 'Encore', sats: 15 }])
    expect((await world.call('GET', '/tipjar/lnurl/nothing')).body.status).toBe('ERROR')
  })

  test('a hidden tip is shown to its owner only, until it is unhidden', async () => {
    const id = await make()
    await tip(id, { sats: 1, message: 'rude' })
    await tip(id, { sats: 2, message: 'kind' })
    const rude = (await tipsOf(id)).body[1]
    const put = (hidden: unknown, key = owner.adminKey, tipId = rude.id, jar = id) =>
      world.call('PUT', `/tipjar/api/v1/${jar}/tips/${tipId}`, { key, body: { hidden } })
    expect(await put(true)).toMatchObject({ status: 200, body: { ...rude, hidden: true } })
    expect((await seePublic(id)).messages).toMatchObject([{ message: 'kind' }])
    expect((await world.call('GET', `/tipjar/p/${id}`)).body).not.toContain('rude')
    expect((await tipsOf(id)).body).toMatchObject([{ message: 'kind' }, { message: 'rude', hidden: true }])
    await put(false)
    expect((await seePublic(id)).messages).toHaveLength(2)
    expect((await put(true, owner.invoiceKey)).status).toBe(403)
    expect((await put('x')).status).toBe(422)
    expect((await put(true, owner.adminKey, 'nothing')).status).toBe(404)
    expect((await put(true, owner.adminKey, rude.id, await make())).status).toBe(404)
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'tipjar')
    expect((await put(true, stranger.adminKey)).status).toBe(404)
    expect((await tipsOf(id, '', stranger.invoiceKey)).status).toBe(404)
    expect((await world.call('GET', `/tipjar/api/v1/${id}/tips`)).status).toBe(401)
  })
})

describe('a tip jar', () => {
  beforeAll(() => open('sqlite'))
  afterAll(close)

  test.each([
    [{ min_amount: 0 }, 'min_amount'],
    [{ min_amount: 10, max_amount: 9 }, 'max_amount'],
    [{ max_amount: 100_000_001 }, 'max_amount'],
    [{ suggested: [1, 2, 3, 4, 5, 6, 7] }, 'suggested'],
    [{ min_amount: 10, suggested: [5] }, 'suggested'],
    [{ max_amount: 10, suggested: [50] }, 'suggested'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ webhook_url: 'mailto:a@b' }, 'webhook_url'],
  ])('with %.50j is refused with 422 that names the field', async (body, field) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
    const put = { key: owner.adminKey, body }
    expect((await world.call('PUT', `/tipjar/api/v1/${await make()}`, put)).status).toBe(422)
  })

  test('accepts tips within its limits, with texts within theirs', async () => {
    const id = await make({ min_amount: 10, max_amount: 20 })
    for (const sats of [10, 20]) expect((await order(id, { sats })).status).toBe(201)
    for (const sats of [9, 21, 0, -1, 10.5, '10', null]) expect((await order(id, { sats })).status).toBe(422)
    expect((await order(id, {})).status).toBe(422)
    expect((await order(id, { sats: 10, message: '🎶'.repeat(300) })).status).toBe(201)
    expect((await order(id, { sats: 10, message: 'x'.repeat(301) })).status).toBe(422)
    expect((await order(id, { sats: 10, name: 'x'.repeat(65) })).status).toBe(422)
    expect((await order('nothing', { sats: 10 })).status).toBe(404)
  })

  test('shows visitors only the public part, and no messages unless they are public', async () => {
    const id = await make({ description: 'For coffee', suggested: [5, 10], show_messages: false })
    await tip(id, { sats: 5, name: 'Charles', message: 'secret words' })
    expect(await seePublic(id)).toEqual({
      id,
      name: 'Ada',
      description: 'For coffee',
      min_amount: 1,
      max_amount: 100_000_000,
      suggested: [5, 10],
      messages: [],
    })
    for (const path of ['p', 'overlay']) {
      const { body } = await world.call('GET', `/tipjar/${path}/${id}`)
      expect(body).not.toMatch(/secret words|Charles/)
    }
    expect((await world.call('GET', '/tipjar/public/nothing')).status).toBe(404)
  })

  test('shows its newest 20 messages, skipping hidden ones', async () => {
    const id = await make()
    for (let n = 1; n <= 22; n += 1) await tip(id, { sats: n })
    const shown = async () => (await seePublic(id)).messages.map(({ sats }: { sats: number }) => sats)
    expect(await shown()).toEqual(Array.from({ length: 20 }, (_one, at) => 22 - at))
    const [newest] = (await tipsOf(id)).body
    await world.call('PUT', `/tipjar/api/v1/${id}/tips/${newest.id}`, { key: owner.adminKey, body: { hidden: true } })
    expect(await shown()).toEqual(Array.from({ length: 20 }, (_one, at) => 21 - at))
    const page = await tipsOf(id, '?limit=2&offset=1')
    expect(page.body).toMatchObject([{ sats: 21 }, { sats: 20 }])
    expect(page.headers['x-total-count']).toBe('22')
    expect((await tipsOf(id, '?limit=101')).status).toBe(422)
  })

  test('shows names and messages as text, never as markup', async () => {
    const id = await make({ name: '<b>Ada</b>' })
    await tip(id, { sats: 1, name: '<img src=x>', message: '<script>alert(1)</script>' })
    for (const path of ['p', 'overlay']) {
      const { status, body, headers } = await world.call('GET', `/tipjar/${path}/${id}`)
      expect(status).toBe(200)
      expect(headers['content-type']).toContain('text/html')
      expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(body).not.toMatch(/<script>alert|<img src=x|<b>Ada/)
    }
    expect((await world.call('GET', '/tipjar/p/nothing')).status).toBe(404)
    expect((await world.call('GET', '/tipjar/overlay/nothing')).status).toBe(404)
  })

  test('a jar without public messages sends listeners the amounts only', async () => {
    const id = await make({ show_messages: false })
    await tip(id, { sats: 4, name: 'Charles', message: 'secret words' })
    const pushed = await world.db.list(
      'SELECT body FROM extension_pushes WHERE channel = $1',
      [id],
      ({ body }: { body: string }) => body,
    )
    expect(pushed).toHaveLength(1)
    expect(pushed[0]).toContain('"sats":4')
    expect(pushed[0]).not.toMatch(/secret words|Charles/)
  })

  test('notifies its page, its overlay and its webhook of each tip once, however often the settlement is delivered', async () => {
    const heard: unknown[] = []
    const hook = await openHttpServer((request, response) => {
      const hear = (said: string) => heard.push(JSON.parse(said))
      void text(request)
        .then(hear)
        .then(() => response.end())
    })
    const id = await make({ webhook_url: `http://127.0.0.1:${hook.port}/` })
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    const overlay = await openTestSocket(`ws://127.0.0.1:${port}/tipjar/ws/${id}`)
    await expect(openTestSocket(`ws://127.0.0.1:${port}/tipjar/ws/nothing`)).rejects.toThrow('403')
    const payment_hash = await tip(id, { sats: 21, name: 'Charles', message: 'Bravo' })
    await writeDirectly(world, `UPDATE cursors SET value = '0' WHERE name = 'extensions'`)
    await world.tick()
    await tip(id, { sats: 1 })
    await expect.poll(() => overlay.messages.length).toBe(2)
    const first = { name: 'Charles', message: 'Bravo', sats: 21, time: world.nowSeconds() }
    expect(overlay.messages).toMatchObject([first, { name: 'Anonymous', message: '', sats: 1 }])
    expect((await world.call('GET', `/tipjar/overlay/${id}`)).body).toContain('Charles')
    await world.service.start()
    await expect.poll(() => heard.length).toBe(2)
    expect(heard).toContainEqual({ id: expect.any(String), tipjar: id, payment_hash, ...first })
  })
})
