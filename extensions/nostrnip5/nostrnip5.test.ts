import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { NOSTRNIP5 } from './nostrnip5.ts'

const [ADA, EVE] = [getPublicKey(generateSecretKey()), getPublicKey(generateSecretKey())]
const DAY = 86_400

extensionContract(NOSTRNIP5, {
  create: (n) => ({ domain: `names${n}.example`, cost: 1000 }),
  missing: 'domain',
  patch: { cost: 2000, reserved_names: ['admin'] },
  async settle(world, owner, item) {
    const body = { local_part: 'ada', pubkey: ADA }
    const order = await world.call('POST', `/nostrnip5/public/${String(item['id'])}/addresses`, { body })
    await world.send(owner, order.body.payment_request)
  },
})

let world: World
let owner: WorldWallet
let buyer: WorldWallet
let made = 0

const open = async (dialect: (typeof LOGIC_DIALECTS)[number]): Promise<void> => {
  world = await openWorld({ dialect, builtIns: [NOSTRNIP5], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
  owner = await world.openWallet(1000)
  buyer = await world.openWallet(1_000_000)
  await activateExtension(world, owner, 'nostrnip5')
}
const close = async (): Promise<void> => {
  expect(await world.violations()).toEqual([])
  await world.close()
}

const post = (body: object) =>
  world.call('POST', '/nostrnip5/api/v1/', {
    key: owner.adminKey,
    body: { domain: `d${(made += 1)}.example`, cost: 1000, ...body },
  })
const make = async (body: object = {}) => {
  const answer = await post(body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as { id: string; domain: string }
}
const see = async (id: string) => (await world.call('GET', `/nostrnip5/api/v1/${id}`, { key: owner.invoiceKey })).body
const order = (id: string, body: object = {}) =>
  world.call('POST', `/nostrnip5/public/${id}/addresses`, { body: { local_part: 'ada', pubkey: ADA, ...body } })
const pay = async (bolt11: string): Promise<void> => {
  expect(await world.send(buyer, bolt11)).toMatchObject({ status: 201 })
}
const buy = async (id: string, body: object = {}) => {
  const answer = await order(id, body)
  expect(answer).toMatchObject({ status: 201 })
  await pay(answer.body.payment_request)
  await world.tick()
  return answer.body
}
const resolve = async (host: string, query = '?name=ada') =>
  (await world.call('GET', `/.well-known/nostr.json${query}`, { headers: { host } })).body
const listed = (id: string, key = owner.invoiceKey) => world.call('GET', `/nostrnip5/api/v1/${id}/addresses`, { key })
const NO_NAMES = { names: {}, relays: {} }

describe.each(LOGIC_DIALECTS)('names, on %s', (dialect) => {
  beforeAll(() => open(dialect))
  afterAll(close)

  test('a name resolves to the key of its buyer once it is paid, until it expires', async () => {
    const { id, domain } = await make({ max_years: 3 })
    const before = await world.balanceMsat(owner)
    const relays = ['wss://relay.example', 'wss://other.example/path']
    const { body } = await order(id, { years: 2, relays })
    expect(body).toMatchObject({ manage_secret: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(await resolve(domain)).toEqual(NO_NAMES)
    expect((await listed(id)).body).toEqual([])
    const state = async () => (await world.call('GET', `/nostrnip5/public/${id}/orders/${body.payment_hash}`)).body
    expect(await state()).toMatchObject({ paid: false, active: false })
    await pay(body.payment_request)
    await world.tick()
    expect(await state()).toMatchObject({ paid: true, active: true })
    expect(await state()).not.toHaveProperty('text')
    expect(await resolve(domain)).toEqual({ names: { ada: ADA }, relays: { [ADA]: relays } })
    const end = new Date(world.nowSeconds() * 1000)
    end.setUTCFullYear(end.getUTCFullYear() + 2)
    const [address] = (await listed(id)).body
    expect(address).toMatchObject({ local_part: 'ada', pubkey: ADA, relays, active: true, reimburse_sats: 0 })
    expect(Date.parse(address.expires_at) / 1000).toBe(Math.floor(end.getTime() / 1000))
    expect(await see(id)).toMatchObject({ address_count: 1, earned: 2000 })
    expect((await world.balanceMsat(owner)) - before).toBe(2_000_000)
  })

  test('of two buyers who pay for one name, the first gets it and the other is owed a refund', async () => {
    const { id, domain } = await make()
    const [ada, eve] = [(await order(id)).body, (await order(id, { pubkey: EVE })).body]
    await Promise.all([pay(ada.payment_request), pay(eve.payment_request)])
    await world.tick()
    const addresses = (await listed(id)).body as {
      pubkey: string
      active: boolean
      reimburse_sats: number
      id: string
    }[]
    expect(addresses).toHaveLength(2)
    const [winner, loser] = [addresses.find(({ active }) => active), addresses.find(({ active }) => !active)]
    expect(winner?.reimburse_sats).toBe(0)
    expect(loser?.reimburse_sats).toBe(1000)
    expect((await resolve(domain)).names).toEqual({ ada: winner?.pubkey })
    expect(await see(id)).toMatchObject({ address_count: 1, earned: 1000 })
    const lost = loser?.pubkey === ADA ? ada : eve
    const state = await world.call('GET', `/nostrnip5/public/${id}/orders/${lost.payment_hash}`)
    expect(state.body).toMatchObject({ paid: true, active: false, text: expect.stringContaining('1,000 sat') })
    const key = owner.adminKey
    expect((await world.call('DELETE', `/nostrnip5/api/v1/${id}/addresses/${loser?.id}`, { key })).status).toBe(200)
    expect(await see(id)).toMatchObject({ address_count: 1 })
    expect((await listed(id)).body).toHaveLength(1)
  })

  test('a domain with unexpired names, grace period included, cannot be deleted or renamed', async () => {
    const { id, domain } = await make({ grace_days: 10 })
    const key = owner.adminKey
    const path = `/nostrnip5/api/v1/${id}`
    const refused = {
      status: 400,
      body: { detail: expect.stringContaining('1. The last one runs, with its days of grace, until ') },
    }
    await order(id, { local_part: 'unpaid' })
    await buy(id)
    expect(await world.call('DELETE', path, { key })).toMatchObject(refused)
    expect(await world.call('PUT', path, { key, body: { domain: 'other.example' } })).toMatchObject(refused)
    expect((await world.call('PUT', path, { key, body: { domain: domain.toUpperCase(), cost: 5 } })).status).toBe(200)
    expect((await resolve(domain)).names).toEqual({ ada: ADA })
    world.advance(366 * DAY)
    await world.tick()
    expect(await world.call('DELETE', path, { key })).toMatchObject(refused)
    world.advance(10 * DAY)
    await world.tick()
    expect((await world.call('PUT', path, { key, body: { domain: `new-${domain}` } })).status).toBe(200)
    expect((await world.call('DELETE', path, { key })).status).toBe(200)
  })

  test('a revoked name is not sold in its term, also when the domain is deleted and created again', async () => {
    const { id, domain } = await make()
    const key = owner.adminKey
    const { address } = await buy(id)
    const search = async (item: string) => (await world.call('GET', `/nostrnip5/public/${item}/search?q=ada`)).body
    await world.call('DELETE', `/nostrnip5/api/v1/${id}/addresses/${address}`, { key })
    expect(await resolve(domain)).toEqual(NO_NAMES)
    expect(await search(id)).toMatchObject({ available: false })
    expect((await order(id, { pubkey: EVE })).status).toBe(400)
    expect((await world.call('DELETE', `/nostrnip5/api/v1/${id}`, { key })).status).toBe(200)
    const { id: recreated } = await make({ domain })
    expect((await order(recreated, { pubkey: EVE })).status).toBe(400)
    const given = { local_part: 'ada', pubkey: EVE }
    const url = `/nostrnip5/api/v1/${recreated}/addresses`
    const { status, body } = await world.call('POST', url, { key, body: given })
    expect(status).toBe(201)
    expect((await resolve(domain)).names).toEqual({ ada: EVE })
    await world.call('DELETE', `${url}/${body.id}`, { key })
    world.advance((366 + 30) * DAY)
    await world.tick()
    expect(await search(recreated)).toMatchObject({ available: true })
    await buy(recreated, { pubkey: EVE })
    expect((await resolve(domain)).names).toEqual({ ada: EVE })
  })

  test('a payment in flight for a name that is revoked is owed back, and the name stays blocked', async () => {
    const { id, domain } = await make()
    const [first, second] = [(await order(id)).body, (await order(id, { pubkey: EVE })).body]
    await pay(first.payment_request)
    await world.tick()
    await world.call('DELETE', `/nostrnip5/api/v1/${id}/addresses/${first.address}`, { key: owner.adminKey })
    await pay(second.payment_request)
    await world.tick()
    expect(await resolve(domain)).toEqual(NO_NAMES)
    expect((await listed(id)).body).toMatchObject([{ pubkey: EVE, active: false, reimburse_sats: 1000 }])
  })

  test('a payment for a deleted order is owed back', async () => {
    const { id, domain } = await make()
    const { address, payment_request, payment_hash } = (await order(id)).body
    const path = `/nostrnip5/api/v1/${id}/addresses/${address}`
    expect((await world.call('DELETE', path, { key: owner.adminKey })).status).toBe(200)
    await pay(payment_request)
    await world.tick()
    expect((await listed(id)).body).toMatchObject([{ pubkey: ADA, active: false, reimburse_sats: 1000 }])
    expect(await resolve(domain)).toEqual(NO_NAMES)
    expect(await see(id)).toMatchObject({ address_count: 0, earned: 0 })
    const { body } = await world.call('GET', `/nostrnip5/public/${id}/orders/${payment_hash}`)
    expect(body).toMatchObject({ paid: true, active: false, text: expect.stringContaining('1,000 sat') })
  })

  test('a settlement that is delivered again extends nothing', async () => {
    const { id } = await make()
    await buy(id)
    const before = (await listed(id)).body
    await writeDirectly(world, `UPDATE cursors SET value = '0' WHERE name = 'extensions'`)
    await world.restart()
    await world.tick()
    expect((await listed(id)).body).toEqual(before)
    expect(await see(id)).toMatchObject({ address_count: 1, earned: 1000 })
  })

  test('a renewal starts at the end of the term, also in the grace period, and after that at the time of payment', async () => {
    const { id, domain } = await make({ grace_days: 10 })
    await buy(id)
    const end = async () => Date.parse((await listed(id)).body[0].expires_at) / 1000
    const year = (from: number) =>
      Math.floor(new Date(from * 1000).setUTCFullYear(new Date(from * 1000).getUTCFullYear() + 1) / 1000)
    const first = await end()
    expect(await buy(id)).not.toHaveProperty('manage_secret')
    const second = await end()
    expect(second).toBe(year(first))
    world.advance(second - world.nowSeconds() + 9 * DAY)
    expect((await resolve(domain)).names).toEqual({ ada: ADA })
    await buy(id)
    const third = await end()
    expect(third).toBe(year(second))
    world.advance(third - world.nowSeconds() + 10 * DAY)
    expect(await resolve(domain)).toEqual(NO_NAMES)
    await buy(id)
    expect(await end()).toBe(year(world.nowSeconds()))
    expect((await listed(id)).body).toHaveLength(1)
    expect(await see(id)).toMatchObject({ address_count: 1, earned: 4000 })
  })

  test('a name past its days of grace is free, whether the daily job has run or not', async () => {
    const { id, domain } = await make({ grace_days: 5 })
    await buy(id)
    await buy(id, { local_part: 'grace' })
    const search = async (q: string) =>
      (await world.call('GET', `/nostrnip5/public/${id}/search?q=${q}`)).body.available
    world.advance(369 * DAY)
    expect([await search('ada'), (await order(id, { pubkey: EVE })).status]).toEqual([false, 400])
    world.advance(3 * DAY)
    expect(await search('ada')).toBe(true)
    await buy(id, { pubkey: EVE })
    expect((await resolve(domain)).names).toEqual({ ada: EVE })
    expect(await resolve(domain, '?name=grace')).toEqual(NO_NAMES)
    world.advance(DAY)
    await world.tick()
    expect(await see(id)).toMatchObject({ address_count: 1 })
    const active = (await listed(id)).body.map((one: { local_part: string; active: boolean }) => [
      one.local_part,
      one.active,
    ])
    expect(active).toEqual([
      ['ada', true],
      ['grace', false],
      ['ada', false],
    ])
  })

  test('the bonus of a promotion is paid to its referrer once, computed from the amount paid', async () => {
    const token = await tokenOf(world, owner)
    const second = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Referer' } })).body
    const promotion = {
      code: 'Friends',
      buyer_discount_percent: 12.5,
      referer_bonus_percent: 10,
      selected_referer: second.id,
    }
    const { id } = await make({ promotions: [promotion] })
    const before = await world.balanceMsat(owner)
    await buy(id, { promo: ' friends ' })
    await world.tick()
    await writeDirectly(world, `UPDATE cursors SET value = '0' WHERE name = 'extensions'`)
    await world.restart()
    await world.tick()
    expect(await see(id)).toMatchObject({ earned: 875 })
    expect((await world.call('GET', '/api/v1/wallet', { key: second.inkey })).body.balance).toBe(87_000)
    expect((await world.balanceMsat(owner)) - before).toBe(875_000 - 87_000)
  })
})
