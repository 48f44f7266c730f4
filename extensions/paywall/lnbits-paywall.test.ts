import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openTestSocket } from '../../services/wallet/test/world/open-test-socket.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { PAYWALL } from './paywall.ts'

const GOOD = { memo: 'Essay', amount: 21, url: 'https://files.example/essay' }
const OLD = '/paywall/api/v1/paywalls'

describe.each(LOGIC_DIALECTS)('a paywall used by programs of LNbits, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let buyer: WorldWallet
  let sockets: string
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [PAYWALL], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
    sockets = (await world.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
    owner = await world.openWallet()
    buyer = await world.openWallet(100_000)
    await activateExtension(world, owner, 'paywall')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const make = async (body: object = {}) => {
    const made = await world.call('POST', OLD, { key: owner.adminKey, body: { ...GOOD, remembers: true, ...body } })
    expect(made.status).toBe(201)
    return made.body.id as string
  }
  const order = (id: string, amount: number) => world.call('POST', `${OLD}/invoice/${id}`, { body: { amount } })
  const check = async (id: string, hash: string) =>
    (await world.call('POST', `${OLD}/check_invoice/${id}`, { body: { payment_hash: hash } })).body
  const pay = async (invoice: string) => {
    expect((await world.send(buyer, invoice)).status).toBe(201)
    await world.tick()
  }

  test('a paid invoice opens the purchase by its hash, and the waiting program is notified', async () => {
    const id = await make()
    const { payment_hash: hash, payment_request: invoice } = (await order(id, 30)).body
    const { messages } = await openTestSocket(`${sockets}${OLD}/invoice/${id}/${hash as string}`)
    expect(await check(id, hash)).toEqual({ paid: false })
    await pay(invoice)
    await expect.poll(() => messages).toMatchObject([{ paid: true }])
    expect(await check(id, hash)).toEqual({ paid: true, url: GOOD.url, remembers: true })
    expect(await world.balanceMsat(owner)).toBe(30_000)
    const late = await openTestSocket(`${sockets}${OLD}/invoice/${id}/${hash as string}`)
    await expect.poll(() => late.messages).toMatchObject([{ paid: true }])
  })

  test('the paths of the older client work the same', async () => {
    const id = await make()
    const { body } = await world.call('POST', `${OLD}/${id}/invoice`, { body: { amount: 21 } })
    await pay(body.payment_request)
    const asked = await world.call('POST', `${OLD}/${id}/check_invoice`, { body: { payment_hash: body.payment_hash } })
    expect(asked.body).toMatchObject({ paid: true, url: GOOD.url })
  })

  test('LNbits itself reads the price, pays in satoshis, and downloads a release with the hash', async () => {
    const file = { kind: 'file', release: true, url: 'http://127.0.0.1:9999/ext.zip' }
    const id = await make({ ...file, amount: 1, currency: 'USD' })
    const get = (query: string) => world.call('GET', `${OLD}/invoice/${id}${query}`)
    expect((await get('')).body).toEqual({ amount: 1 })
    expect(await get('?amount=1999')).toMatchObject({ status: 400, body: { detail: 'The price is $1.00.' } })
    const { body } = await get('?amount=2000')
    await pay(body.payment_request)
    const { url } = await check(id, body.payment_hash)
    const { pathname, search } = new URL(url)
    // The host of the file does not answer: the purchase was accepted.
    expect((await world.call('GET', pathname + search)).status).not.toBe(402)
    expect((await world.call('GET', `${pathname}?payment_hash=${'ab'.repeat(32)}`)).status).toBe(402)
  })

  test('a purchase with a claim is not opened by the hash, which others know', async () => {
    const id = await make()
    const { payment_hash: hash, payment_request: invoice } = (
      await world.call('POST', `/paywall/public/${id}/invoices`, { body: {} })
    ).body
    await pay(invoice)
    expect(await check(id, hash)).toEqual({ paid: false })
    await expect(openTestSocket(`${sockets}${OLD}/invoice/${id}/${hash as string}`)).rejects.toThrow('answered 403')
  })

  test('a purchase from LNbits, without an invoice of this service, is opened by its hash', async () => {
    const id = await make()
    const { payment_hash: hash, payment_request: invoice } = (
      await world.call('POST', `/paywall/public/${id}/invoices`, { body: {} })
    ).body
    await pay(invoice)
    await writeDirectly(world, `DELETE FROM extension_invoices WHERE payment_hash = '${hash as string}'`)
    expect(await check(id, hash)).toMatchObject({ paid: true, url: GOOD.url })
  })

  test('a hash opens no other paywall, too little is 400, and an unknown paywall 404', async () => {
    const [id, other] = [await make(), await make()]
    const { payment_hash: hash, payment_request: invoice } = (await order(id, 21)).body
    await pay(invoice)
    expect(await check(other, hash)).toEqual({ paid: false })
    expect((await order(id, 20)).status).toBe(400)
    expect((await order('nothing', 21)).status).toBe(404)
    expect((await world.call('POST', `${OLD}/invoice/${id}`, { body: {} })).status).toBe(422)
  })
})
