import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTillWorld, type TillWorld } from '../../services/wallet/test/world/extensions/open-till-world.ts'
import { type LnurlService, openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import type { World } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { TPOS } from './tpos.ts'

describe.each(LOGIC_DIALECTS)('what a till passes on, on %s', (dialect) => {
  let till: TillWorld
  let world: World
  let elsewhere: LnurlService
  beforeAll(async () => {
    till = await openTillWorld(dialect, TPOS)
    world = till.world
  })
  beforeEach(async () => {
    elsewhere = await openLnurlService(world)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  test('the tip is moved to its wallet once, however often the settlement is delivered', async () => {
    const tips = await till.newWallet('Tips')
    const { id } = await till.open({ tip_wallet: tips.id })
    const before = await world.balanceMsat(till.owner)
    const { sats } = await till.sold(id, { amount: 10, tip_amount: 1 })
    expect(sats).toBe(22_000)
    await world.restart()
    await world.tick()
    expect(await till.balanceOf(tips.inkey)).toBe(2000)
    expect((await world.balanceMsat(till.owner)) - before).toBe(20_000_000)
    expect((await till.sales(id))[0].moves).toMatchObject([{ purpose: 'tip', sats: 2000, state: 'moved' }])
    expect(await till.see(id)).toMatchObject({ held: 0 })
  })

  test('a sale without a tip moves none, and a tip stays unless a wallet is set for it', async () => {
    const tips = await till.newWallet('Tips')
    const [one, other] = [await till.open({ tip_wallet: tips.id }), await till.open()]
    await till.sold(one.id, { amount: 1 })
    await till.sold(other.id, { amount: 1, tip_amount: 1 })
    expect(await till.balanceOf(tips.inkey)).toBe(0)
    expect((await till.sales(other.id))[0].moves).toEqual([])
  })

  test('its own wallet, or a wallet of another account, is rejected as tip wallet', async () => {
    expect((await till.post({ tip_wallet: till.owner.id })).status).toBe(422)
    expect((await till.post({ tip_wallet: till.customer.id })).status).toBe(403)
  })

  test('takings are forwarded without the tip, less the cut and routing fees', async () => {
    const tips = await till.newWallet('Tips')
    const { id } = await till.open({
      tip_wallet: tips.id,
      forward_address: `till@${elsewhere.host}`,
      forward_cut: 10,
    })
    const before = await world.balanceMsat(till.owner)
    await till.sold(id, { amount: 10, tip_amount: 1 })
    // 20,000 sat less 10 % are 18,000, of which 1 % is left for routing.
    expect((await till.sales(id))[0].moves).toMatchObject([
      { purpose: 'tip', sats: 2000, state: 'moved' },
      { purpose: 'forward', sats: 17_820, state: 'moved' },
    ])
    const kept = (await world.balanceMsat(till.owner)) - before
    expect(kept).toBeGreaterThanOrEqual(2_000_000)
    expect(kept).toBeLessThanOrEqual(2_180_000)
    expect(await till.balanceOf(tips.inkey)).toBe(2000)
  })

  test('an amount that cannot be forwarded is held, visible, and sent later, once', async () => {
    const { id } = await till.open({ forward_address: `till@${elsewhere.host}` })
    elsewhere.payAnswer = { pr: (await world.foreignInvoice(1)).bolt11 }
    await till.sold(id, { amount: 1 })
    expect(await till.see(id)).toMatchObject({ held: 1980 })
    const [{ moves }] = await till.sales(id)
    expect(moves).toMatchObject([{ purpose: 'forward', sats: 1980 }])
    expect(moves[0].state).not.toBe('moved')
    const paid = elsewhere.invoices.length
    elsewhere.payAnswer = {}
    for (const seconds of [61, 301]) {
      world.advance(seconds)
      await world.tick()
    }
    expect(await till.see(id)).toMatchObject({ held: 0 })
    expect((await till.sales(id))[0].moves).toMatchObject([{ state: 'moved', sats: 1980 }])
    expect(elsewhere.invoices.length - paid).toBe(1)
  })

  test('a failed payout is held, and retried under a new key after a minute', async () => {
    const { id } = await till.open({ forward_address: `till@${elsewhere.host}` })
    await world.node.sendControl('POST /script', { match: { any: true }, pay: ['fail'] })
    await till.sold(id, { amount: 1 })
    await world.node.sendControl('POST /script', { match: { any: true }, pay: [] })
    expect(await till.see(id)).toMatchObject({ held: 1980 })
    expect((await till.sales(id))[0].moves).toMatchObject([{ state: 'held', tries: 1, error: expect.any(String) }])
    world.advance(30)
    await world.tick()
    expect(await till.see(id)).toMatchObject({ held: 1980 })
    // The job runs at a full minute, wherever in it the clock of the test is.
    world.advance(90)
    await world.tick()
    expect(await till.see(id)).toMatchObject({ held: 0 })
    expect((await till.sales(id))[0].moves).toMatchObject([{ state: 'moved', tries: 2 }])
  })

  test('a held amount stays in the wallet once the target is removed', async () => {
    const { id } = await till.open({ forward_address: `till@${elsewhere.host}` })
    await world.node.sendControl('POST /script', { match: { any: true }, pay: ['fail'] })
    await till.sold(id, { amount: 1 })
    await world.node.sendControl('POST /script', { match: { any: true }, pay: [] })
    await world.call('PUT', `/tpos/api/v1/${id}`, { key: till.owner.adminKey, body: { forward_address: null } })
    world.advance(61)
    await world.tick()
    expect(await till.see(id)).toMatchObject({ held: 0 })
    expect((await till.sales(id))[0].moves).toMatchObject([{ state: 'kept' }])
  })
})
