import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { openFakeChain } from '../watchonly/world/fake-chain.ts'
import { ZPUB } from '../watchonly/world/sample-keys.ts'
import { SATSPAY } from './satspay.ts'

const HOOK = 'http://127.0.0.1:9999/paid'

describe.each(LOGIC_DIALECTS)('charges on-chain, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let payer: WorldWallet
  let onchain: string
  const chain = openFakeChain()
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [SATSPAY, chain.lender] })
    owner = await world.openWallet()
    payer = await world.openWallet(1_000_000)
    await activateExtension(world, owner, 'satspay')
    await activateExtension(world, owner, 'watchonly')
    onchain = await watchWallet(owner)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const watchWallet = async ({ adminKey: key }: WorldWallet): Promise<string> =>
    (await world.call('POST', '/watchonly/api/v1/', { key, body: { title: 'Savings', masterpub: ZPUB } })).body.id
  const post = (body: object, key = owner.adminKey) =>
    world.call('POST', '/satspay/api/v1/', { key, body: { description: 'Sofa', amount: 100_000, onchain, ...body } })
  const make = async (body: object = {}) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const change = (id: string, body: object) => world.call('PUT', `/satspay/api/v1/${id}`, { key: owner.adminKey, body })
  const see = async (id: string) => (await world.call('GET', `/satspay/api/v1/${id}`, { key: owner.invoiceKey })).body
  const page = async (id: string) => String((await world.call('GET', `/satspay/p/${id}`)).body)
  /** The next minute, in which the addresses are checked. */
  const minute = async () => {
    world.advance(60)
    await world.tick()
  }
  const deliveriesOf = async (id: string): Promise<Record<string, unknown>[]> => {
    const bodies = await world.db.list('SELECT body FROM deliveries', [], (row: { body: string }) => row.body)
    return bodies.filter((body) => body.includes(id)).map((body) => JSON.parse(body) as Record<string, unknown>)
  }

  test('each charge has its own address, shown with its amount beside the invoice', async () => {
    const charges = await Promise.all(Array.from({ length: 8 }, () => make()))
    expect(new Set(charges.map(({ onchain_address: address }) => address)).size).toBe(8)
    const [first] = charges
    expect(first.onchain_address).toMatch(/^bc1q/)
    const shown = await page(first.id)
    expect(shown).toContain(`bitcoin:${first.onchain_address}?amount=0.00100000&amp;label=Sofa`)
    expect(shown).toContain(first.payment_request)
    expect((await world.call('GET', `/satspay/public/${first.id}`)).body).toMatchObject({
      onchain_address: first.onchain_address,
      payment_request: first.payment_request,
    })
  })

  test('a charge paid in two parts is paid when both are confirmed, and the webhook is called once', async () => {
    const charge = await make({ webhook_url: HOOK, completelink: 'https://shop.example/done' })
    chain.pay(charge.onchain_address, 40_000)
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'open', balance: 0, pending: 40_000 })
    expect(await page(charge.id)).toContain('40,000 sat')
    chain.mine()
    await minute()
    const partial = await see(charge.id)
    expect(partial).toMatchObject({ status: 'partial', balance: 40_000, pending: 0, paid: false })
    expect(partial.payment_request).not.toBe(charge.payment_request)
    expect(await page(charge.id)).toContain('?amount=0.00060000')
    const last = chain.pay(charge.onchain_address, 60_000)
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'partial', pending: 60_000 })
    const waiting = await page(charge.id)
    expect(waiting).toContain('waiting for its confirmation')
    expect(waiting).not.toContain('shop.example')
    chain.mine()
    await minute()
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'paid', balance: 100_000, overpaid: false, late: false })
    const deliveries = await deliveriesOf(charge.id)
    expect(deliveries).toHaveLength(1)
    expect(deliveries[0]).toMatchObject({ status: 'paid', balance: 100_000, txids: expect.arrayContaining([last]) })
    expect(await page(charge.id)).toContain('shop.example')
  })

  test('spending from the address by its owner afterwards changes nothing', async () => {
    const charge = await make()
    const txid = chain.pay(charge.onchain_address, 100_000)
    chain.mine()
    await minute()
    chain.drop(txid)
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'paid', balance: 100_000 })
  })

  test('a payment that is replaced before its confirmation never counts, nor one whose block was orphaned', async () => {
    const charge = await make()
    const txid = chain.pay(charge.onchain_address, 100_000)
    await minute()
    chain.drop(txid)
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'open', balance: 0, pending: 0 })
    chain.pay(charge.onchain_address, 30_000)
    chain.mine()
    await minute()
    chain.reorganise()
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'open', balance: 0, pending: 30_000 })
  })

  test('with zeroconf an unconfirmed payment counts', async () => {
    const charge = await make({ zeroconf: true })
    chain.pay(charge.onchain_address, 100_000)
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'paid', balance: 100_000, pending: 0 })
  })

  test('a charge paid over Lightning and on-chain is paid once, reported once, and marked as overpaid', async () => {
    const charge = await make({ webhook_url: HOOK })
    chain.pay(charge.onchain_address, 100_000)
    chain.mine()
    world.advance(60)
    await Promise.all([world.send(payer, charge.payment_request), world.tick()])
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'paid', balance: 200_000, overpaid: true })
    expect(await deliveriesOf(charge.id)).toHaveLength(1)
  })

  test('an address is watched over a restart, and for a day longer than the charge runs', async () => {
    const charge = await make({ time: 1 })
    chain.pay(charge.onchain_address, 100_000)
    await minute()
    await world.restart()
    await minute()
    expect(await page(charge.id)).toContain('waiting for its confirmation')
    chain.mine()
    world.advance(3600)
    await world.tick()
    expect(await see(charge.id)).toMatchObject({ status: 'paid', late: false })
    const forgotten = await make({ time: 1 })
    world.advance(12 * 3600)
    await world.tick()
    chain.pay(forgotten.onchain_address, 100_000)
    chain.mine()
    world.advance(1200 - ((world.nowSeconds() + 600) % 600))
    await world.tick()
    expect(await see(forgotten.id)).toMatchObject({ status: 'paid', late: true })
    world.advance(24 * 3600)
    await world.tick()
    const before = chain.asked.filter((address) => address === forgotten.onchain_address).length
    world.advance(600)
    await world.tick()
    expect(chain.asked.filter((address) => address === forgotten.onchain_address)).toHaveLength(before)
  })

  test('an explorer outage delays the charge and loses nothing', async () => {
    const charge = await make()
    chain.pay(charge.onchain_address, 100_000)
    chain.mine()
    chain.setDown(true)
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'open' })
    chain.setDown(false)
    await minute()
    expect(await see(charge.id)).toMatchObject({ status: 'paid' })
  })

  test('without Lightning there is no invoice, and one of the two is required', async () => {
    const charge = await make({ lightning: false })
    expect(charge.payment_request ?? null).toBeNull()
    expect(await page(charge.id)).not.toContain('lightning:')
    expect(await post({ lightning: false, onchain: null })).toMatchObject({ status: 422 })
    expect(await post({ lightning: false, amount: 0 })).toMatchObject({ status: 400 })
  })

  test('an existing address stays, also with a new price; an unconfirmed payment freezes the terms', async () => {
    const charge = await make()
    const { body: now } = await change(charge.id, { amount: 50_000 })
    expect(now).toMatchObject({ onchain_address: charge.onchain_address, amount_sat: 50_000 })
    expect(await change(charge.id, { onchain: null })).toMatchObject({ status: 400 })
    chain.pay(charge.onchain_address, 1000)
    await minute()
    expect(await change(charge.id, { amount: 2000 })).toMatchObject({ status: 400 })
    expect(await change(charge.id, { description: 'Armchair' })).toMatchObject({ status: 200 })
  })

  test('wallets of others, and of accounts without watchonly, are rejected', async () => {
    const other = await world.openWallet()
    await activateExtension(world, other, 'satspay')
    const inactive = await post({}, other.adminKey)
    expect(inactive).toMatchObject({ status: 400, body: { detail: expect.stringContaining('not active') } })
    await activateExtension(world, other, 'watchonly')
    expect(await post({}, other.adminKey)).toMatchObject({
      status: 422,
      body: { detail: 'body.onchain: not a watch-only wallet of this account.' },
    })
    const items = await world.call('GET', '/satspay/api/v1/', { key: other.adminKey })
    expect(items.body).toEqual([])
  })
})
