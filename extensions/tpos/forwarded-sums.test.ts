import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { type LnurlService, openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { SCRUB } from '../scrub/scrub.ts'
import { SPLITPAYMENTS } from '../splitpayments/splitpayments.ts'
import { TPOS } from './tpos.ts'

/** The wallet holds much more than the sales, so only the rule limits payouts. */
const BALANCE_SAT = 100_000

interface Plan {
  readonly tips: boolean
  readonly forwards: boolean
  readonly cut: number
  readonly splits: readonly { readonly percent: number; readonly outside: boolean }[]
  readonly scrub: { readonly minForward: number; readonly outside: boolean } | undefined
  readonly sales: readonly { readonly sat: number; readonly tip: number; readonly isDown: boolean }[]
}

const PLANS: fc.Arbitrary<Plan> = fc.record({
  tips: fc.boolean(),
  forwards: fc.boolean(),
  cut: fc.integer({ min: 0, max: 50 }),
  splits: fc.array(fc.record({ percent: fc.integer({ min: 1, max: 50 }), outside: fc.boolean() }), { maxLength: 2 }),
  scrub: fc.option(fc.record({ minForward: fc.constantFrom(1, 300), outside: fc.boolean() }), { nil: undefined }),
  sales: fc.array(
    fc.record({
      sat: fc.integer({ min: 1, max: 1000 }),
      tip: fc.integer({ min: 0, max: 300 }),
      isDown: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

describe.each(LOGIC_DIALECTS)('the total that extensions forward of one wallet, on %s', (dialect) => {
  let world: World
  let customer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [TPOS, SPLITPAYMENTS, SCRUB] })
    customer = await world.openWallet(10_000_000)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const create = async (owner: WorldWallet, ext: string, body: object): Promise<string> => {
    const answer = await world.call('POST', `/${ext}/api/v1/`, { key: owner.adminKey, body })
    expect([answer.status, answer.body.detail]).toEqual([201, undefined])
    return answer.body.id
  }
  const openShop = async (plan: Plan, elsewhere: LnurlService) => {
    const owner = await world.openWallet(BALANCE_SAT)
    for (const id of ['tpos', 'splitpayments', 'scrub']) await activateExtension(world, owner, id)
    const token = await tokenOf(world, owner)
    const newWallet = async (): Promise<string> =>
      (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Other' } })).body.id
    const targetOf = async (outside: boolean) => (outside ? `all@${elsewhere.host}` : newWallet())
    const till = await create(owner, 'tpos', {
      name: 'Bar',
      currency: 'sat',
      ...(plan.tips && { tip_wallet: await newWallet() }),
      ...(plan.forwards && { forward_address: `till@${elsewhere.host}`, forward_cut: plan.cut }),
    })
    for (const { percent, outside } of plan.splits) {
      await create(owner, 'splitpayments', { target: await targetOf(outside), percent })
    }
    if (plan.scrub !== undefined) {
      const { minForward: min_forward, outside } = plan.scrub
      await create(owner, 'scrub', { description: 'All', payoraddress: await targetOf(outside), min_forward })
    }
    return { owner, till }
  }
  /** Satoshis that the wallet has sent without fees: failed payments have sent nothing. */
  const sentSat = async (owner: WorldWallet): Promise<number> => {
    const path = '/api/v1/payments?direction=out&limit=100'
    const sent = (await world.call('GET', path, { key: owner.invoiceKey })).body as { amount: number; status: string }[]
    return sent.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  }
  const sell = async (till: string, body: object): Promise<number> => {
    const sale = (await world.call('POST', `/tpos/public/${till}/invoices`, { body })).body
    expect((await world.send(customer, sale.payment_request)).status).toBe(201)
    return sale.sats
  }

  test('a till that forwards and a scrub forward the same sale once', async () => {
    const elsewhere = await openLnurlService(world)
    const plan = { tips: false, forwards: true, cut: 0, splits: [], scrub: { minForward: 1, outside: false } }
    const { owner, till } = await openShop({ ...plan, sales: [] }, elsewhere)
    await sell(till, { amount: 100 })
    await world.tick()
    expect(await sentSat(owner)).toBe(98)
    expect(elsewhere.invoices).toHaveLength(1)
  })

  test('a till that forwards and a split share one sale: the split gets the rest', async () => {
    const elsewhere = await openLnurlService(world)
    const splits = [{ percent: 50, outside: false }]
    const plan = { tips: false, forwards: true, cut: 30, splits, scrub: undefined, sales: [] }
    const { owner, till } = await openShop(plan, elsewhere)
    await sell(till, { amount: 1000 })
    await world.tick()
    expect(await sentSat(owner)).toBe(693 + 300)
  })

  test('is never more than the wallet has received, for any shares and any number of failures', async () => {
    const elsewhere = await openLnurlService(world)
    await fc.assert(
      fc.asyncProperty(PLANS, async (plan) => {
        elsewhere.refusal = undefined
        const { owner, till } = await openShop(plan, elsewhere)
        let received = 0
        for (const { sat, tip, isDown } of plan.sales) {
          elsewhere.refusal = isDown ? 'Closed' : undefined
          received += await sell(till, { amount: sat, tip_amount: tip })
          await world.tick()
        }
        elsewhere.refusal = undefined
        for (const seconds of [60, 300, 1000]) {
          world.advance(seconds)
          await world.tick()
        }
        expect(await sentSat(owner)).toBeLessThanOrEqual(received)
      }),
      { numRuns: dialect === 'sqlite' ? 25 : 6 },
    )
  }, 120_000)
})
