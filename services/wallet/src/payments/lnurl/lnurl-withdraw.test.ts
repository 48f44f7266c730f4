import { randomBytes } from 'node:crypto'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { type LnurlService, openLnurlService } from '../../../test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('being paid by an LNURL, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const withdraw = (wallet: WorldWallet, body: object, headers: Record<string, string> = {}) =>
    world.call('POST', '/api/v1/lnurlwithdraw', { key: wallet.invoiceKey, body, headers })
  const receive = (wallet: WorldWallet, more: object, headers: Record<string, string> = {}) =>
    world.call('POST', '/api/v1/payments', {
      key: wallet.invoiceKey,
      body: { out: false, amount: 21, ...more },
      headers,
    })
  const list = async (wallet: WorldWallet) =>
    (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body
  const scan = async (wallet: WorldWallet, service: LnurlService) =>
    (
      await world.call('POST', '/api/v1/lnurlscan', {
        key: wallet.invoiceKey,
        body: { lnurl: service.url('/withdraw') },
      })
    ).body

  test('the service gets an invoice, and the money arrives when it has paid it', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet()
    const lnurl = encodeLnurl(service.url('/withdraw'))
    const { status, body } = await withdraw(wallet, { lnurl, amount: 21 })
    expect([status, body]).toMatchObject([201, { amount: 21, memo: 'Voucher 7', status: 'pending', expiry: 3600 }])
    expect(service.handedOver).toEqual([body.payment_request])
    expect(service.asked()).toEqual([
      'GET /withdraw',
      `GET /withdraw/callback?k1=k1%20of%200&pr=${body.payment_request}`,
    ])
    await world.node.sendControl('POST /receive', { hash: body.payment_hash })
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(21_000)
    expect(await list(wallet)).toMatchObject([
      { status: 'success', extra: { tag: 'lnurl', lnurl_domain: service.host } },
    ])
  })

  test('`lnurl_withdraw` of an invoice does the same: by LNURL, or by the answer of a scan', async () => {
    const service = Object.assign(await openLnurlService(world), { singleUse: false })
    const wallet = await world.openWallet()
    const own = { extra: { order: 7, tag: 'shop' }, memo: 'Mine', expiry: 77 }
    for (const lnurl_withdraw of [service.url('/withdraw'), await scan(wallet, service)]) {
      const { status, body } = await receive(wallet, { lnurl_withdraw, ...own })
      expect([status, body]).toMatchObject([201, { memo: 'Mine', expiry: 77 }])
      expect(service.handedOver.at(-1)).toBe(body.payment_request)
    }
    expect((await receive(wallet, { lnurl_withdraw: service.url('/withdraw') })).body.memo).toBe('Voucher 7')
    expect((await receive(wallet, { lnurl_withdraw: await scan(wallet, service) })).body.memo).toBe('Voucher 7')
    const extra = { lnurl_domain: service.host, order: 7, tag: 'shop' }
    expect(await list(wallet)).toMatchObject([
      { tag: 'lnurl' },
      { tag: 'lnurl' },
      { extra, tag: 'shop' },
      { extra, tag: 'shop' },
    ])
  })

  test('an amount that is not offered is rejected before an invoice is created', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet()
    const lnurl = service.url('/withdraw')
    const scanned = await scan(wallet, service)
    for (const amount of [51, 1_000_000]) {
      expect((await withdraw(wallet, { lnurl, amount })).status).toBe(400)
      expect((await receive(wallet, { lnurl_withdraw: lnurl, amount })).status).toBe(400)
      expect((await receive(wallet, { lnurl_withdraw: scanned, amount })).status).toBe(400)
    }
    for (const other of [service.url('/pay'), service.url('/nowhere'), 'no LNURL']) {
      expect((await withdraw(wallet, { lnurl: other, amount: 21 })).status).toBe(400)
    }
    expect([await list(wallet), service.handedOver]).toEqual([[], []])
  })

  test('a price in a currency is sent in satoshis, if that many are offered', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet()
    const price = { unit: 'USD', lnurl_withdraw: service.url('/withdraw') }
    const { status, body } = await receive(wallet, { ...price, amount: 0.02 })
    expect([status, body.amount, service.handedOver]).toEqual([201, 40, [body.payment_request]])
    service.singleUse = false
    expect((await receive(wallet, { ...price, amount: 1 })).status).toBe(400)
    expect(service.handedOver).toHaveLength(1)
  })

  test('the reason of a rejection by the service is returned, and the invoice stays payable', async () => {
    const service = await openLnurlService(world)
    service.refusal = 'Not today'
    const wallet = await world.openWallet()
    const { status, body } = await withdraw(wallet, { lnurl: service.url('/withdraw'), amount: 21 })
    expect([status, body]).toEqual([
      400,
      { detail: 'The service says: Not today', code: 'lnurl_refused', params: { reason: 'Not today' } },
    ])
    const [invoice] = await list(wallet)
    expect(invoice).toMatchObject({ status: 'pending', amount: 21 })
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash })
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(21_000)
  })

  test('a caller who may not receive may not withdraw, and no request leaves the service', async () => {
    const service = await openLnurlService(world)
    const [wallet, guest] = [await world.openWallet(), await world.openWallet()]
    const shared = await shareWallet(world, wallet, guest, ['view-payments', 'send-payments'])
    const body = { lnurl: service.url('/withdraw'), amount: 21 }
    const call = (options: object) => world.call('POST', '/api/v1/lnurlwithdraw', { body, ...options })
    expect((await call({})).status).toBe(401)
    expect((await call({ key: shared.wallet.adminkey })).status).toBe(403)
    const receiving = { out: false, amount: 21, lnurl_withdraw: body.lnurl }
    const asGuest = { key: shared.wallet.adminkey, body: receiving }
    expect((await world.call('POST', '/api/v1/payments', asGuest)).status).toBe(403)
    expect(service.asked()).toEqual([])
  })

  test('bad bodies are 422', async () => {
    const wallet = await world.openWallet()
    const lnurl = 'lnurlw://pay.example/'
    for (const body of [
      {},
      { lnurl },
      { amount: 1 },
      { lnurl, amount: 0 },
      { lnurl, amount: 1.5 },
      { lnurl, amount: 9_007_199_254_741 },
      { lnurl, amount: 1, memo: 'x'.repeat(640) },
    ]) {
      expect([body, (await withdraw(wallet, body)).status]).toEqual([body, 422])
    }
    for (const lnurl_withdraw of ['', 7, {}, { callback: 'https://a.example' }, { callback: 'x', k1: 'x' }]) {
      expect([lnurl_withdraw, (await receive(wallet, { lnurl_withdraw })).status]).toEqual([lnurl_withdraw, 422])
    }
  })

  describe('under an Idempotency-Key', () => {
    const newKey = () => ({ 'idempotency-key': randomBytes(8).toString('hex') })
    const callbacks = (service: LnurlService) => service.asked().filter((path) => path.includes('callback')).length

    test('a repeat gets the first invoice, and sends nothing', async () => {
      const service = await openLnurlService(world)
      const wallet = await world.openWallet()
      const [key, body] = [newKey(), { lnurl: service.url('/withdraw'), amount: 21 }]
      const first = await withdraw(wallet, body, key)
      expect(first.status).toBe(201)
      const again = await withdraw(wallet, body, key)
      expect([again.status, again.body, callbacks(service)]).toEqual([201, first.body, 1])
      expect((await withdraw(wallet, { ...body, amount: 22 }, key)).status).toBe(422)
      expect(await list(wallet)).toHaveLength(1)
    })

    test('a repeat of a rejected withdrawal gets the same reason', async () => {
      const service = await openLnurlService(world)
      service.refusal = 'Not today'
      const wallet = await world.openWallet()
      const [key, more] = [newKey(), { lnurl_withdraw: service.url('/withdraw') }]
      const first = await receive(wallet, more, key)
      service.refusal = undefined
      const again = await receive(wallet, more, key)
      expect([again.status, again.body]).toEqual([400, first.body])
      expect([(await list(wallet)).length, callbacks(service)]).toEqual([1, 1])
    })

    test('ten concurrent requests create one invoice and send it once', async () => {
      const service = await openLnurlService(world)
      const wallet = await world.openWallet()
      const [key, body] = [newKey(), { lnurl: service.url('/withdraw'), amount: 21 }]
      const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(wallet, body, key)))
      const through = answers.filter(({ status }) => status !== 409)
      expect(new Set(through.map((one) => JSON.stringify([one.status, one.body]))).size).toBe(1)
      expect([through[0]?.status, (await list(wallet)).length, callbacks(service)]).toEqual([201, 1, 1])
    })

    test('while the service is called a repeat is 409; later a repeat returns the invoice', async () => {
      const service = await openLnurlService(world)
      const wallet = await world.openWallet()
      const [key, body] = [newKey(), { lnurl: service.url('/withdraw'), amount: 21 }]
      const held = Promise.withResolvers<void>()
      service.before = () => held.promise
      const first = withdraw(wallet, body, key)
      await expect.poll(() => callbacks(service), { interval: 5, timeout: 5000 }).toBe(1)
      expect((await withdraw(wallet, body, key)).status).toBe(409)
      world.advance(31)
      const later = await withdraw(wallet, body, key)
      held.resolve()
      expect([later.status, later.body]).toEqual([201, (await first).body])
      expect([(await list(wallet)).length, callbacks(service)]).toEqual([1, 1])
    })
  })
})
