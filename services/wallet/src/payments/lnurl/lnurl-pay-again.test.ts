import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LnurlService, openLnurlService } from '../../../test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('paying an LNURL under an Idempotency-Key, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const pay = (wallet: WorldWallet, body: object, headers: Record<string, string> = {}) =>
    world.call('POST', '/api/v1/payments/lnurl', { key: wallet.adminKey, body, headers })
  const list = async (wallet: WorldWallet) =>
    (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body

  const newKey = () => ({ 'idempotency-key': randomBytes(8).toString('hex') })
  const callbacks = (service: LnurlService) => service.asked().filter((path) => path.includes('callback')).length

  test('a repeat gets the first answer, and the service is not called again', async () => {
    const service = await openLnurlService(world)
    service.payAnswer = { successAction: { tag: 'message', message: 'Thanks' } }
    const wallet = await world.openWallet(1000)
    const [key, body] = [newKey(), { lnurl: service.url('/pay'), amount: 5000 }]
    const first = await pay(wallet, body, key)
    const again = await pay(wallet, body, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect([await world.balanceMsat(wallet), callbacks(service), service.asked().length]).toEqual([995_000, 1, 2])
    expect((await pay(wallet, { ...body, amount: 6000 }, key)).status).toBe(422)
  })

  test('twenty concurrent requests pay once, although each may have got an invoice', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const [key, body] = [newKey(), { lnurl: service.url('/pay'), amount: 5000 }]
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(wallet, body, key)))
    const through = answers.filter(({ status }) => status !== 409)
    expect(new Set(through.map((one) => JSON.stringify([one.status, one.body]))).size).toBe(1)
    expect(through[0]?.status).toBe(201)
    expect([await world.balanceMsat(wallet), (await list(wallet)).length]).toEqual([995_000, 1])
  })

  test('a link that works for one invoice does not reject the repeat of its payment', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const [key, body] = [newKey(), { lnurl: service.url('/pay'), amount: 5000 }]
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waiting = [first.promise, second.promise]
    service.before = () => waiting.shift() ?? Promise.resolve()
    const both = [pay(wallet, body, key), pay(wallet, body, key)]
    await expect.poll(() => callbacks(service), { interval: 5, timeout: 5000 }).toBe(2)
    first.resolve()
    const paid = await Promise.race(both)
    service.refusal = 'Already used'
    second.resolve()
    const answers = await Promise.all(both)
    expect(answers.map(({ status, body: said }) => [status, said])).toEqual([
      [201, paid.body],
      [201, paid.body],
    ])
    expect(await world.balanceMsat(wallet)).toBe(995_000)
  })

  test('a rejected payment took nothing, so the same key may be used again', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const [key, body] = [newKey(), { lnurl: service.url('/pay'), amount: 5000 }]
    service.refusal = 'Closed'
    expect((await pay(wallet, body, key)).status).toBe(400)
    service.refusal = undefined
    expect((await pay(wallet, body, key)).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(995_000)
  })
})
