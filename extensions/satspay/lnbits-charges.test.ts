import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { SATSPAY } from './satspay.ts'

const HOOK = 'http://127.0.0.1:9999/btcpayment-callback/7'

describe.each(LOGIC_DIALECTS)('charges of a web shop that was written for LNbits, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [SATSPAY], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
    owner = await world.openWallet()
    await activateExtension(world, owner, 'satspay')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  /** As sent by the plugin for WooCommerce. */
  const order = () => ({
    onchainwallet: '',
    lnbitswallet: owner.id,
    description: 'Shop Order #7 Total=21EUR',
    webhook: HOOK,
    completelink: 'https://shop.example/checkout/order-received/7',
    completelinktext: 'Payment Received. Go Back',
    time: 1440,
    amount: 2100,
  })
  const post = (body: object, key = owner.invoiceKey) =>
    world.call('POST', '/satspay/api/v1/charge', { key, body: { ...order(), ...body } })
  const see = (id: string, key = owner.invoiceKey) => world.call('GET', `/satspay/api/v1/charge/${id}`, { key })

  test('a plugin creates a charge with the invoice key, is notified when it is paid, and reads that state', async () => {
    const made = await post({})
    expect(made).toMatchObject({
      status: 200,
      body: { amount: 2100, paid: false, balance: 0, payment_hash: expect.any(String), onchainwallet: null },
    })
    const { id, payment_request: invoice } = made.body
    expect((await world.call('GET', `/satspay/${id as string}`)).status).toBe(200)
    await world.send(await world.openWallet(5000), invoice)
    await world.tick()
    const [body] = await world.db.list('SELECT body FROM deliveries', [], (row: { body: string }) => row.body)
    expect(JSON.parse(body ?? '')).toMatchObject({ id, item: id, status: 'paid' })
    expect((await see(id)).body).toMatchObject({ id, paid: true, balance: 2100 })
    expect(
      (await world.call('GET', `/satspay/api/v1/charge/balance/${id as string}`, { key: owner.invoiceKey })).body.paid,
    ).toBe(true)
    expect((await world.call('GET', `/satspay/api/v1/${id as string}`, { key: owner.adminKey })).body.paid).toBe(true)
    expect(await world.balanceMsat(owner)).toBe(2_100_000)
  })

  test('a charge in a currency, without a webhook, and with null for unset fields', async () => {
    const none = { amount: null, webhook: null, completelink: null, extra: '{"order":7}' }
    const { body } = await post({ ...none, currency: 'usd', currency_amount: '5' })
    expect(body).toMatchObject({
      amount: 10_000,
      currency: 'USD',
      currency_amount: 5,
      webhook: null,
      extra: '{"order":7}',
    })
  })

  test.each([
    { lnbitswallet: null },
    { lnbitswallet: 'f'.repeat(32) },
    { amount: 0 },
    { amount: 'many' },
    { time: 0 },
    { description: '' },
    { webhook: 'ftp://shop.example' },
    { completelink: 'http://shop.example' },
    { extra: '{' },
    { onchainwallet: 'none' },
  ])('a charge with %j is rejected', async (body) => {
    expect([400, 404, 422]).toContain((await post(body)).status)
  })

  test('the list has the charges of the wallet in the same form, for the admin key; checking one changes nothing', async () => {
    const shop = await world.openWallet()
    await activateExtension(world, shop, 'satspay')
    const body = { ...order(), lnbitswallet: shop.id }
    const made = await world.call('POST', '/satspay/api/v1/charge', { key: shop.invoiceKey, body })
    const list = (key: string) => world.call('GET', '/satspay/api/v1/charges', { key })
    expect((await list(shop.adminKey)).body).toEqual([made.body])
    expect((await list(shop.invoiceKey)).status).toBe(403)
    const path = `/satspay/api/v1/charge/balance/${made.body.id as string}`
    expect((await world.call('PUT', path, { key: shop.adminKey })).body).toEqual(made.body)
    expect((await world.call('PUT', path, { key: shop.invoiceKey })).status).toBe(403)
    const css = await world.call('GET', '/satspay/css/a1b2c3')
    expect([css.status, css.headers['content-type'], css.body]).toEqual([200, 'text/css; charset=utf-8', ''])
  })

  test('charges of another account are not found, and no charge pays into its wallet', async () => {
    const other = await world.openWallet()
    await activateExtension(world, other, 'satspay')
    const { body } = await post({})
    expect((await see(body.id, other.invoiceKey)).status).toBe(404)
    expect((await post({}, other.invoiceKey)).status).toBe(422)
    expect((await world.call('GET', `/satspay/api/v1/charge/${body.id as string}`)).status).toBe(401)
  })
})
