import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openTestSocket } from '../../services/wallet/test/world/open-test-socket.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { SATSPAY } from './satspay.ts'

extensionContract(SATSPAY, {
  create: (n) => ({ description: `Order ${n}`, amount: 21 }),
  missing: 'amount',
  patch: { description: 'Another order', completelink_text: 'Back' },
  async settle(world, owner, item) {
    await world.send(owner, String(item['payment_request']))
  },
})

const LINK = 'https://shop.example/thanks?order=7'
const HOOK = 'http://127.0.0.1:9999/paid'

describe.each(LOGIC_DIALECTS)('charges, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [SATSPAY], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
    owner = await world.openWallet()
    payer = await world.openWallet(100_000)
    await activateExtension(world, owner, 'satspay')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const post = (body: object) =>
    world.call('POST', '/satspay/api/v1/', {
      key: owner.adminKey,
      body: { description: 'Coffee', amount: 100, ...body },
    })
  const postFromApp = async (body: object, language: string) => {
    const headers = { 'x-satchel': 'app', 'accept-language': language }
    const sent = { description: 'Coffee', ...body }
    return (await world.call('POST', '/satspay/api/v1/', { key: owner.adminKey, headers, body: sent })).body
  }
  const make = async (body: object = {}) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const change = (id: string, body: object) => world.call('PUT', `/satspay/api/v1/${id}`, { key: owner.adminKey, body })
  const see = async (id: string) => (await world.call('GET', `/satspay/api/v1/${id}`, { key: owner.invoiceKey })).body
  const look = async (id: string) => (await world.call('GET', `/satspay/public/${id}`)).body
  const page = async (id: string) => String((await world.call('GET', `/satspay/p/${id}`)).body)
  const pay = async (bolt11: string) => {
    expect(await world.send(payer, bolt11)).toMatchObject({ status: 201 })
    await world.tick()
  }
  const webhooksOf = async (id: string): Promise<Record<string, unknown>[]> => {
    const bodies = await world.db.list('SELECT body FROM deliveries', [], (row: { body: string }) => row.body)
    return bodies.filter((body) => body.includes(id)).map((body) => JSON.parse(body) as Record<string, unknown>)
  }

  test('the app reads a rejection in its language, its amount written as there; a program reads English', async () => {
    const amount = 100_000_000
    const english = 'body.amount: at most 10,000,000 sat in one payment over Lightning.'
    const german = 'Höchstens 10.000.000 sat in einer Zahlung über Lightning.'
    expect((await post({ amount })).body.detail).toBe(english)
    expect(await postFromApp({ amount }, 'de')).toMatchObject({
      detail: `body.amount: ${german}`,
      errors: [{ loc: ['body', 'amount'], msg: german }],
    })
    expect((await postFromApp({ amount }, 'ar')).detail).toMatch(/10,000,000 ساتوشي/)
    expect((await postFromApp({ amount: 0.000_001, currency: 'USD' }, 'es')).detail).toBe(
      'body.amount: Vale menos de 1 satoshi.',
    )
  })

  test('a charge is paid over Lightning: page, state and webhook show it, and the completion link only then', async () => {
    const charge = await make({ completelink: LINK, webhook_url: HOOK, extra: { order: 7 }, name: 'The <b>shop' })
    expect(charge).toMatchObject({ status: 'open', amount_sat: 100, balance: 0, paid: false })
    const open = await look(charge.id)
    expect(open).toMatchObject({ status: 'open', payment_request: charge.payment_request })
    expect(JSON.stringify(open)).not.toContain('shop.example')
    const before = await page(charge.id)
    expect(before).toContain(charge.payment_request)
    expect(before).not.toContain('shop.example')
    expect(before).not.toContain('<b>shop')
    // Notified once, with its invoice.
    expect(before.match(/100 sat</g)).toHaveLength(1)
    const state = `/satspay/public/${charge.id}/state`
    expect((await world.call('GET', state)).body).toEqual({
      paid: false,
      expired: false,
      expires_at: charge.expires_at,
    })

    await pay(charge.payment_request)
    expect(await see(charge.id)).toMatchObject({
      status: 'paid',
      paid: true,
      balance: 100,
      overpaid: false,
      late: false,
    })
    expect(await look(charge.id)).toMatchObject({
      status: 'paid',
      completelink: LINK,
      completelink_text: 'Back to merchant',
    })
    expect(await look(charge.id)).not.toHaveProperty('payment_request')
    expect((await world.call('GET', state)).body).toMatchObject({ paid: true, href: LINK })
    expect(await page(charge.id)).toContain('shop.example')
    expect(await webhooksOf(charge.id)).toMatchObject([
      { item: charge.id, payment_hash: charge.payment_hash, amount_sat: 100, balance: 100, extra: { order: 7 } },
    ])
  })

  test('an amount in fiat keeps its value in satoshis from when the charge was created', async () => {
    const charge = await make({ amount: 0.5, currency: 'USD' })
    expect(charge).toMatchObject({ amount_sat: 1000, currency: 'USD' })
    expect(await page(charge.id)).toContain('$0.50')
    expect(await page(charge.id)).toContain('1,000 sat')
    const decoded = await world.call('POST', '/api/v1/payments/decode', {
      key: owner.invoiceKey,
      body: { data: charge.payment_request },
    })
    expect(decoded.body).toMatchObject({ amount_msat: 1_000_000, expiry: 3600 })
  })

  test('listeners are notified of the payment', async () => {
    const charge = await make()
    if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    const { messages } = await openTestSocket(`ws://127.0.0.1:${port}/satspay/ws/${charge.id}`)
    await expect(openTestSocket(`ws://127.0.0.1:${port}/satspay/ws/nothing`)).rejects.toThrow('403')
    await pay(charge.payment_request)
    await expect.poll(() => messages).toMatchObject([{ status: 'paid', paid: true, balance: 100 }])
  })

  test('lists are filtered by status, and a charge whose time is over expires immediately and permanently', async () => {
    const charge = await make({ time: 2 })
    const list = async (status: string) => {
      const { body } = await world.call('GET', `/satspay/api/v1/?status=${status}`, { key: owner.invoiceKey })
      return body.map(({ id }: { id: string }) => id)
    }
    expect(await list('open')).toContain(charge.id)
    world.advance(119)
    await world.tick()
    expect((await look(charge.id)).status).toBe('open')
    world.advance(1)
    expect(await look(charge.id)).toMatchObject({ status: 'expired', expired: true, paid: false })
    expect((await see(charge.id)).status).toBe('expired')
    expect(await look(charge.id)).not.toHaveProperty('payment_request')
    expect(await page(charge.id)).toContain('This charge has expired.')
    world.advance(60)
    await world.tick()
    expect(await list('expired')).toContain(charge.id)
    expect(await list('open')).not.toContain(charge.id)
    const wrong = await world.call('GET', '/satspay/api/v1/?status=foo', { key: owner.invoiceKey })
    expect([wrong.status, wrong.body.errors]).toMatchObject([
      422,
      [{ type: 'literal_error', loc: ['query', 'status'] }],
    ])
  })

  test('a charge that runs while the service restarts is paid, and expires, as any other', async () => {
    const [paid, over] = [await make({ time: 5 }), await make({ time: 5 })]
    await world.restart()
    await pay(paid.payment_request)
    world.advance(300)
    await world.restart()
    world.advance(60)
    await world.tick()
    expect((await see(paid.id)).status).toBe('paid')
    expect((await see(over.id)).status).toBe('expired')
  })

  test('a payment that arrives in time and is noticed after the expiry is not late', async () => {
    const charge = await make({ time: 1 })
    await world.send(payer, charge.payment_request)
    world.advance(3600)
    await world.tick()
    expect(await see(charge.id)).toMatchObject({ status: 'paid', balance: 100, late: false })
  })

  test('a payment after the expiry is recorded and marked as late', async () => {
    const charge = await make({ time: 1, webhook_url: HOOK })
    await world.node.sendControl('POST /receive', { hash: charge.payment_hash, notify: 'none' })
    world.advance(90)
    await world.tick()
    world.advance(60)
    await world.tick()
    expect(await see(charge.id)).toMatchObject({ status: 'paid', paid: true, balance: 100, late: true })
    expect(await webhooksOf(charge.id)).toMatchObject([{ late: true }])
  })

  test('before a payment the terms may change; paying both invoices is an overpayment, reported once', async () => {
    const charge = await make({ webhook_url: HOOK })
    const { status, body: now } = await change(charge.id, { amount: 60, time: 10 })
    expect(status).toBe(200)
    expect(now).toMatchObject({ amount: 60, amount_sat: 60 })
    expect(now.payment_request).not.toBe(charge.payment_request)
    await Promise.all([world.send(payer, now.payment_request), world.send(payer, charge.payment_request)])
    await world.tick()
    expect(await see(charge.id)).toMatchObject({ status: 'paid', balance: 160, overpaid: true })
    expect(await webhooksOf(charge.id)).toHaveLength(1)
  })

  test('an underpayment makes it partial, with an invoice for the rest', async () => {
    const charge = await make()
    const { body: now } = await change(charge.id, { amount: 250 })
    await pay(charge.payment_request)
    const partial = await see(charge.id)
    expect(partial).toMatchObject({ status: 'partial', balance: 100, paid: false })
    expect([charge.payment_hash, now.payment_hash]).not.toContain(partial.payment_hash)
    expect(await page(charge.id)).toContain('100 sat')
    await pay(partial.payment_request)
    expect(await see(charge.id)).toMatchObject({ status: 'paid', balance: 250, overpaid: false })
  })

  test('after a payment only texts and links change', async () => {
    const charge = await make()
    await pay(charge.payment_request)
    for (const terms of [{ amount: 1 }, { currency: 'USD' }, { time: 1 }]) {
      expect((await change(charge.id, terms)).status).toBe(400)
    }
    const texts = { description: 'Tea', completelink: LINK, completelink_text: 'Home', amount: 100 }
    expect(await change(charge.id, texts)).toMatchObject({ status: 200, body: texts })
  })

  test.each([
    ['lightning', { lightning: false }],
    ['time', { time: 0 }],
    ['time', { time: 43_201 }],
    ['completelink', { completelink: 'http://shop.example' }],
    ['description', { description: 'x'.repeat(501) }],
    ['extra', { extra: 'x'.repeat(4097) }],
    ['amount', { amount: -1 }],
  ])('a wrong %s is 422 and named', async (field, body) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('less than a satoshi is rejected, and an unknown charge is 404', async () => {
    expect((await post({ amount: 0 })).status).toBe(400)
    for (const path of ['public/none', 'public/none/state', 'p/none']) {
      expect((await world.call('GET', `/satspay/${path}`)).status).toBe(404)
    }
  })
})
