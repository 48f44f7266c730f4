import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('the most a wallet may hold, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_MAX_BALANCE_SATS: '1000' } })
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })
  afterAll(() => world.close())

  test('an invoice that would exceed the limit of the wallet is rejected, one that just fits is created', async () => {
    const wallet = await world.openWallet(400)
    const create = (amount: number) =>
      world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body: { out: false, amount } })
    const refused = await create(601)
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'The receiving wallet would exceed its maximum balance.',
    ])
    expect((await create(600)).status).toBe(201)
  })

  test('an internal payment that would exceed it is rejected, and the payer keeps everything', async () => {
    const [payer, payee] = [await world.openWallet(900), await world.openWallet(400)]
    const [first, second] = [await world.invoice(payee, 600), await world.invoice(payee, 1)]
    expect((await world.send(payer, first.payment_request)).status).toBe(201)
    const refused = await world.send(payer, second.payment_request)
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'The receiving wallet would exceed its maximum balance.',
    ])
    expect([await world.balanceMsat(payer), await world.balanceMsat(payee)]).toEqual([300_000, 1_000_000])
  })

  test('a full wallet may pay itself, because its balance does not change', async () => {
    const wallet = await world.openWallet(400)
    const invoice = await world.invoice(wallet, 600)
    const other = await world.openWallet(600)
    const filling = await world.invoice(wallet, 500)
    expect((await world.send(other, filling.payment_request)).status).toBe(201)
    expect((await world.send(wallet, invoice.payment_request)).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(900_000)
  })

  test('a payment received at the node is credited, whatever the balance of the wallet then (A36)', async () => {
    const [wallet, payer] = [await world.openWallet(400), await world.openWallet(600)]
    const [outside, inside] = [await world.invoice(wallet, 600), await world.invoice(wallet, 600)]
    expect((await world.send(payer, inside.payment_request)).status).toBe(201)
    await world.node.sendControl('POST /receive', { hash: outside.payment_hash })
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(1_600_000)
  })
})
