import { sat } from '@satchel/money/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { driveSends } from '../../../test/world/funding/drive-sends.ts'
import type { WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { forgetOldSpending, limitsOf, SPENDING_KEPT_SECONDS } from './spend-limits.ts'

const FEES = { SERVICE_FEE_RESERVE_MIN_MSAT: '10000', SERVICE_FEE_RESERVE_PPM: '0' }

describe.each(DIALECTS)('spending limits, on %s', (dialect) => {
  const driver = driveSends(dialect, {
    ...FEES,
    SERVICE_DAILY_LIMIT_WALLET_SATS: '1000',
    SERVICE_DAILY_LIMIT_USER_SATS: '1500',
  })
  const { invoice } = driver
  const sendInside = async (payer: WorldWallet, amountSat: number) => {
    const payee = await driver.world.openWallet()
    const made = await driver.world.invoice(payee, amountSat)
    return driver.world.send(payer, made.payment_request)
  }
  const REACHED = { status: 400, body: { detail: 'The daily limit of the wallet is reached.' } }

  test('ten concurrent payments just below the limit: as many as fit are made, never more (A8)', async () => {
    const payer = await driver.world.openWallet(10_000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendInside(payer, 300)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.find(({ status }) => status === 400)).toMatchObject(REACHED)
    expect(await driver.world.balanceMsat(payer)).toBe(9_100_000)
    expect((await sendInside(payer, 100)).status).toBe(201)
    expect(await sendInside(payer, 1)).toMatchObject(REACHED)
  })

  test('one payment above the whole limit is rejected without being counted', async () => {
    const payer = await driver.world.openWallet(10_000)
    expect(await sendInside(payer, 1001)).toMatchObject(REACHED)
    expect((await sendInside(payer, 1000)).status).toBe(201)
  })

  test('the next day begins at midnight UTC', async () => {
    const payer = await driver.world.openWallet(10_000)
    expect((await sendInside(payer, 1000)).status).toBe(201)
    const now = driver.world.nowSeconds()
    driver.world.advance(86_400 - (now % 86_400) - 1)
    expect(await sendInside(payer, 1)).toMatchObject(REACHED)
    driver.world.advance(1)
    expect((await sendInside(payer, 1000)).status).toBe(201)
  })

  test('for an outside payment the fee reserve counts until the fee is known, then the fee', async () => {
    const payer = await driver.world.openWallet(10_000)
    const first = await invoice(490_000, { pay: [{ do: 'settle', fee_msat: 2000 }] })
    expect((await driver.world.send(payer, first.bolt11)).status).toBe(201)
    // 492 sat are spent; 498 and the reserve of 10 are exactly the rest.
    const tooMuch = await invoice(498_001)
    expect(await driver.world.send(payer, tooMuch.bolt11)).toMatchObject(REACHED)
    const rest = await invoice(498_000)
    expect((await driver.world.send(payer, rest.bolt11)).status).toBe(201)
  })

  test('failed payments do not count, inside and outside', async () => {
    const payer = await driver.world.openWallet(10_000)
    const failing = await invoice(900_000, { pay: [{ do: 'fail', code: 'no_route' }] })
    expect((await driver.world.send(payer, failing.bolt11)).status).toBe(400)
    const payee = await driver.world.openWallet()
    const held = await driver.world.invoice(payee, 1000, { hold: true })
    expect((await driver.world.send(payer, held.payment_request)).status).toBe(201)
    expect(await sendInside(payer, 1)).toMatchObject(REACHED)
    await driver.world.call('DELETE', `/api/v1/payments/${held.checking_id}`, { key: payee.adminKey })
    expect((await sendInside(payer, 1000)).status).toBe(201)
  })

  test('the limit of an account counts all its wallets', async () => {
    const payer = await driver.world.openWallet(10_000)
    const token = await tokenOf(driver.world, payer)
    const other = (await driver.world.call('POST', '/api/v1/wallet', { token, body: { name: 'second' } })).body
    const second: WorldWallet = { ...payer, id: other.id, adminKey: other.adminkey, invoiceKey: other.inkey }
    const filling = await driver.world.invoice(second, 1000)
    const friend = await driver.world.openWallet(2000)
    await driver.world.send(friend, filling.payment_request)
    expect((await sendInside(payer, 900)).status).toBe(201)
    expect(await sendInside(second, 601)).toMatchObject({
      status: 400,
      body: { detail: 'The daily limit of the account is reached.' },
    })
    expect((await sendInside(second, 600)).status).toBe(201)
    // A payment rejected by one limit does not count against the other.
    expect((await sendInside(second, 1)).status).toBe(400)
  })

  test('a token with a budget spends up to it per period, fees included; other credentials are not limited', async () => {
    const payer = await driver.world.openWallet(10_000)
    const token = await tokenOf(driver.world, payer)
    const post = (url: string, body: object) => driver.world.call('POST', url, { token, body })
    const acl = await post('/api/v1/auth/acls', { name: 'shop', allowed_endpoints: ['POST /api/v1/payments'] })
    const made = await post(`/api/v1/auth/acls/${acl.body.id}/tokens`, { budget_sats: 100, budget_period: 'week' })
    const pay = async (amountSat: number) => {
      const payee = await driver.world.openWallet()
      const { payment_request: bolt11 } = await driver.world.invoice(payee, amountSat)
      return driver.world.call('POST', '/api/v1/payments', { token: made.body.token, body: { out: true, bolt11 } })
    }
    const answers = await Promise.all([pay(60), pay(60), pay(60)])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await pay(40)).status).toBe(201)
    expect((await pay(1)).body.detail).toBe('The budget of this token for the week is used up.')
    expect((await sendInside(payer, 1)).status).toBe(201)
    driver.world.advance(7 * 86_400)
    expect((await pay(100)).status).toBe(201)
  })

  test('a token whose budget covers the amount, but not the maximum fee, pays nothing outside', async () => {
    const payer = await driver.world.openWallet(10_000)
    const token = await tokenOf(driver.world, payer)
    const post = (url: string, body: object) => driver.world.call('POST', url, { token, body })
    const acl = await post('/api/v1/auth/acls', { name: 'shop', allowed_endpoints: ['POST /api/v1/payments'] })
    const made = await post(`/api/v1/auth/acls/${acl.body.id}/tokens`, { budget_sats: 100, budget_period: 'day' })
    const pay = async (amountMsat: number) => {
      const { bolt11 } = await invoice(amountMsat, { pay: [{ do: 'settle', fee_msat: 10_000 }] })
      return driver.world.call('POST', '/api/v1/payments', { token: made.body.token, body: { out: true, bolt11 } })
    }
    expect((await pay(90_001)).body.detail).toBe('The budget of this token for the day is used up.')
    expect(await driver.world.balanceMsat(payer)).toBe(10_000_000)
    expect((await pay(90_000)).status).toBe(201)
    // The fee was all that it could be.
    expect(await driver.world.balanceMsat(payer)).toBe(9_900_000)
    expect((await pay(1)).status).toBe(400)
  })

  test('the limit of an account counts the maximum fees of all its payments in flight', async () => {
    const payer = await driver.world.openWallet(10_000)
    const token = await tokenOf(driver.world, payer)
    const other = (await driver.world.call('POST', '/api/v1/wallet', { token, body: { name: 'second' } })).body
    const second: WorldWallet = { ...payer, id: other.id, adminKey: other.adminkey, invoiceKey: other.inkey }
    const friend = await driver.world.openWallet(2000)
    await driver.world.send(friend, (await driver.world.invoice(second, 600)).payment_request)
    const hanging = await invoice(980_000, { pay: ['hang'] })
    expect((await driver.world.send(payer, hanging.bolt11)).status).toBe(201)
    // 990 sat are counted, 510 are left: 500 and the reserve of 10.
    const tooMuch = await invoice(500_001)
    expect((await driver.world.send(second, tooMuch.bolt11)).body.detail).toBe(
      'The daily limit of the account is reached.',
    )
    expect((await driver.world.send(second, (await invoice(500_000)).bolt11)).status).toBe(201)
    await driver.world.node.sendControl('POST /settle', { hash: hanging.hash })
    driver.world.advance(60)
    await driver.world.tick()
  })

  test('nothing is counted without an applicable limit, and old periods are deleted', async () => {
    const rows = () => driver.world.db.list('SELECT scope FROM spending', [], (row: { scope: string }) => row.scope)
    expect((await rows()).length).toBeGreaterThan(0)
    await driver.world.db.transact(forgetOldSpending, { before: driver.world.nowSeconds() - SPENDING_KEPT_SECONDS })
    expect((await rows()).length).toBeGreaterThan(0)
    await driver.world.db.transact(forgetOldSpending, { before: driver.world.nowSeconds() + 86_400 })
    expect(await rows()).toEqual([])
  })
})

test('periods: a day, a week from Monday, a calendar month, each containing the current time', () => {
  const start = (period: 'day' | 'week' | 'month', now: number): number => {
    const token = { id: 't', budget: { sats: sat(1), period } }
    const none = { perWalletMsat: undefined, perUserMsat: undefined }
    return limitsOf({ walletId: 'w', ownerId: 'u', token }, none, now)[0]?.since ?? Number.NaN
  }
  fc.assert(
    fc.property(fc.integer({ min: 1_600_000_000, max: 4_000_000_000 }), (now) => {
      const at = (since: number) => new Date(since * 1000)
      const [day, week, month] = [start('day', now), start('week', now), start('month', now)]
      expect(at(day).toISOString().slice(10)).toBe('T00:00:00.000Z')
      expect([now >= day, now < day + 86_400]).toEqual([true, true])
      expect([at(week).getUTCDay(), week % 86_400, now >= week, now < week + 604_800]).toEqual([1, 0, true, true])
      expect([at(month).getUTCDate(), at(month).getUTCMonth(), month % 86_400]).toEqual([1, at(now).getUTCMonth(), 0])
      expect([start('day', day), start('week', week), start('month', month)]).toEqual([day, week, month])
    }),
  )
})
