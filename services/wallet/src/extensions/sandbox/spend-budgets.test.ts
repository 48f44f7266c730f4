import { describe, expect, test } from 'vitest'
import { openPackageWorld, permission, route } from '../../../test/world/extensions/open-package-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const GRANTS = '/api/v1/extension/grants'
const DAY = 86_400

const SOURCE = `
  routes: {
    'POST /api/v1/:id/pay': { async handle({ item, body }, ctx) {
      const { state } = await ctx.pay({ from: item.wallet, to: { bolt11: body.bolt11 }, sat: body.sat, key: body.key,
        purpose: 'payout', itemId: item.id, maxFeeSat: body.fee })
      return { json: { state } }
    } },
    'POST /api/v1/:id/twice': { async handle({ item, body }, ctx) {
      const pay = (bolt11, key) => ctx.pay({ from: item.wallet, to: { bolt11 }, sat: body.sat, key, purpose: 'payout', itemId: item.id })
      await Promise.all([pay(body.one, body.one), pay(body.other, body.other)])
      return { json: 'paid' }
    } },
  }`
const TEXT = { type: 'text', max: 2000, doc: 'A text.' }
const SAT = { type: 'sat', doc: 'How much.' }
const CODE = {
  routes: {
    'POST /api/v1/:id/pay': route('admin', {
      body: { bolt11: TEXT, key: TEXT, sat: SAT, fee: { type: 'int', doc: 'The most.', default: 0 } },
    }),
    'POST /api/v1/:id/twice': route('admin', { body: { one: TEXT, other: TEXT, sat: SAT } }),
  },
}

/** A package that pays whatever its route is asked to. */
async function open(dialect: 'sqlite' | 'postgres', to: 'own' | 'any' = 'any') {
  const opened = await openPackageWorld(SOURCE, CODE, { dialect, permissions: [permission('spend', { to })] })
  const { world, key, make, wallet } = opened
  const id = await make()
  const payee = await world.openWallet()
  let count = 0
  const pay = async (sat: number, more: object = {}) => {
    count += 1
    const name = `k${count}`
    const { payment_request: bolt11 } = await world.invoice(payee, sat)
    return world.call('POST', `/shop/api/v1/${id}/pay`, { key, body: { bolt11, sat, key: name, ...more } })
  }
  const set = (body: object, by: object = { key }) => world.call('PUT', `${GRANTS}/shop`, { ...by, body })
  const grant = async () => (await world.call('GET', GRANTS, { key })).body[0]
  const received = async (): Promise<number> => {
    await world.tick()
    return (await world.balanceMsat(payee)) / 1000
  }
  return { world, wallet, id, payee, pay, set, grant, received, key }
}

describe.each(LOGIC_DIALECTS)('the budget of a package, on %s', (dialect) => {
  test('without a budget it spends nothing, and its owner sees that', async () => {
    const { world, pay, set, grant, received } = await open(dialect)
    expect(await grant()).toMatchObject({ active: false, needs_budget: true, budget_sats: null, ceiling: 0 })
    const { status, body } = await pay(10)
    expect([status, body.detail]).toEqual([403, 'The owner of the wallet has not given this app a budget.'])
    const without = await set({ active: true })
    expect([without.status, without.body.code]).toEqual([400, 'budget_missing'])
    expect(await received()).toBe(0)
    expect(await world.violations()).toEqual([])
  })

  test('it spends up to the budget in each period, and no payment above the maximum', async () => {
    const { world, pay, set, grant, received } = await open(dialect)
    expect((await set({ active: true, budget_sats: 100, period: 'day', max_sats: 60 })).status).toBe(200)
    expect((await pay(61)).body.detail).toBe('The amount is more than the owner of the wallet allows for one payment.')
    expect((await pay(60)).status).toBe(200)
    expect(await received()).toBe(60)
    expect(await grant()).toMatchObject({ active: true, ceiling: 40, budget_sats: 100, period: 'day', max_sats: 60 })
    expect((await pay(41)).body.detail).toBe('The budget of this app is used up.')
    // A payee of this service costs no fee, whatever fee the package allows.
    expect((await pay(40, { fee: 1 })).status).toBe(200)
    expect(await received()).toBe(100)
    world.advance(DAY - 60)
    expect((await pay(1)).status).toBe(403)
    world.advance(120)
    expect((await pay(60)).status).toBe(200)
    expect(await received()).toBe(160)
    expect(await world.violations()).toEqual([])
  })

  test('of twenty concurrent payments as many are made as the budget allows', async () => {
    const { world, pay, set, received } = await open(dialect)
    await set({ active: true, budget_sats: 100, period: 'week' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(30)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(3)
    expect(await received()).toBeLessThanOrEqual(90)
    while ((await pay(30)).status === 200);
    expect(await received()).toBe(90)
    expect(await world.violations()).toEqual([])
  })

  test('two payments of one run count together, and neither is made if they exceed it', async () => {
    const { world, id, payee, set, received, key } = await open(dialect)
    await set({ active: true, budget_sats: 100, period: 'week' })
    const [one, other] = [await world.invoice(payee, 60), await world.invoice(payee, 60)]
    const body = { one: one.payment_request, other: other.payment_request, sat: 60 }
    expect((await world.call('POST', `/shop/api/v1/${id}/twice`, { key, body })).status).toBe(403)
    expect(await received()).toBe(0)
  })

  test('its owner revokes spending immediately, and allows it again with the previous budget', async () => {
    const { pay, set, grant } = await open(dialect)
    await set({ active: true, budget_sats: 100, period: 'month' })
    expect((await set({ active: false })).status).toBe(200)
    expect(await grant()).toMatchObject({ active: false, budget_sats: 100 })
    expect((await pay(10)).status).toBe(403)
    expect((await set({ active: true })).status).toBe(200)
    expect((await pay(10)).status).toBe(200)
    expect((await set({ active: true, budget_sats: 0 })).status).toBe(422)
    expect((await set({ active: true, budget_sats: 5, period: 'year' })).status).toBe(422)
  })

  test('a permission for own wallets pays no other wallet, and an invoice key sets no budget', async () => {
    const { world, wallet, pay, set, received } = await open(dialect, 'own')
    await set({ active: true, budget_sats: 100, period: 'week' })
    expect((await pay(10)).status).toBe(500)
    expect(await received()).toBe(0)
    expect((await set({ active: true, budget_sats: 100 }, { key: wallet.invoiceKey })).status).toBe(403)
    expect(await world.violations()).toEqual([])
  })
})
