import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const MAX_SAT = 9_007_199_254_740

describe.each(DIALECTS)('adjusting balances, on %s', (dialect) => {
  let world: World
  let admin: string
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'correct horse' } })
    const login = { username: 'root', password: 'correct horse' }
    admin = (await world.call('POST', '/api/v1/auth', { body: login })).body.access_token
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const url = ({ userId }: { userId: string }): string => `/users/api/v1/user/${userId}/balance`
  const adjust = (wallet: WorldWallet, amount: unknown, headers = {}) =>
    world.call('PUT', url(wallet), { token: admin, body: { amount }, headers })

  test('an adjustment is exact, in both directions, and answers the new balance in millisatoshis (A40)', async () => {
    const wallet = await world.openWallet()
    const up = await adjust(wallet, 1234)
    expect([up.status, up.body]).toEqual([200, { user_id: wallet.userId, new_balance: 1_234_000 }])
    expect((await adjust(wallet, -1234)).body.new_balance).toBe(0)
    expect(await world.balanceMsat(wallet)).toBe(0)
    const rows = await world.db.list(
      'SELECT amount_msat FROM adjustments WHERE wallet_id = $1 ORDER BY amount_msat',
      [wallet.id],
      (row: { amount_msat: bigint }) => row.amount_msat,
    )
    expect(rows).toEqual([-1_234_000n, 1_234_000n])
  })

  test('an administrator cannot change the balance of a super user, in either direction (S408)', async () => {
    const helper = await world.openWallet()
    const made = { is_admin: true }
    expect((await world.call('PUT', `/users/api/v1/user/${helper.userId}`, { token: admin, body: made })).status).toBe(
      200,
    )
    const token = await tokenOf(world, helper)
    const me = (await world.call('GET', '/api/v1/auth', { token: admin })).body.id as string
    const balanceOf = async () => (await world.call('GET', '/api/v1/wallet', { token: admin })).body.balance
    expect((await adjust({ ...helper, userId: me }, 10)).status).toBe(200)
    for (const amount of [1, -1]) {
      const { status } = await world.call('PUT', url({ userId: me }), { token, body: { amount } })
      expect([amount, status]).toEqual([amount, 403])
    }
    expect(await balanceOf()).toBe(10_000)
    expect((await world.call('PUT', url(helper), { token, body: { amount: 1 } })).status).toBe(200)
  })

  test('a balance never falls below zero, nor below what is reserved for a payment in flight (A40)', async () => {
    const wallet = await world.openWallet(100)
    expect((await adjust(wallet, -101)).status).toBe(400)
    const { bolt11, hash } = await world.foreignInvoice(50_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    expect((await adjust(wallet, -60)).status).toBe(400)
    expect(await world.balanceMsat(wallet)).toBe(48_000)
  })

  test('a balance never exceeds the maximum (A40, A35)', async () => {
    const wallet = await world.openWallet()
    expect((await adjust(wallet, MAX_SAT)).body.new_balance).toBe(MAX_SAT * 1000)
    const more = await adjust(wallet, 1)
    expect([more.status, more.body.detail]).toEqual([400, expect.any(String)])
    expect((await adjust(wallet, -MAX_SAT)).body.new_balance).toBe(0)
  })

  test.each([0, -0, 1.5, '5', null, true, [], {}, MAX_SAT + 1, -MAX_SAT - 1, 2 ** 53])(
    'an amount of %j is 422 and changes nothing (F2)',
    async (amount) => {
      const wallet = await world.openWallet(10)
      expect((await adjust(wallet, amount)).status).toBe(422)
      expect((await world.call('PUT', url(wallet), { token: admin, body: {} })).status).toBe(422)
      expect(await world.balanceMsat(wallet)).toBe(10_000)
    },
  )

  test('only an administrator: 401 without a token, 403 with any other credential (D1)', async () => {
    const wallet = await world.openWallet(10)
    const login = await world.call('GET', '/api/v1/auth', { token: admin })
    expect(login.body.is_admin).toBe(true)
    const body = { amount: 5 }
    const answers = [
      await world.call('PUT', url(wallet), { body }),
      await world.call('PUT', url(wallet), { body, key: 'f'.repeat(32) }),
      await world.call('PUT', url(wallet), { body, key: wallet.adminKey }),
      await world.call('PUT', url(wallet), { body, key: wallet.invoiceKey }),
      await world.call('PUT', url(wallet), { body, token: await tokenOf(world, wallet) }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 403, 403])
    expect(await world.balanceMsat(wallet)).toBe(10_000)
  })

  test('an unknown user is 404, something that is no user id 404 or 422 (D1)', async () => {
    const body = { amount: 5 }
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await world.call('PUT', url({ userId: unknown }), { token: admin, body })).status).toBe(404)
    for (const userId of ['unknown', '%00', '1', "'; DROP TABLE users; --"]) {
      const { status } = await world.call('PUT', url({ userId: encodeURI(userId) }), { token: admin, body })
      expect([404, 422]).toContain(status)
    }
  })

  test('twenty concurrent requests with one key are one adjustment; another body with it is 422 (A55)', async () => {
    const wallet = await world.openWallet()
    const headers = { 'idempotency-key': wallet.id }
    const answers = await Promise.all(Array.from({ length: 20 }, () => adjust(wallet, 100, headers)))
    for (const { status, body } of answers) {
      if (status !== 409) expect([status, body.new_balance]).toEqual([200, 100_000])
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await world.balanceMsat(wallet)).toBe(100_000)
    await adjust(wallet, 11)
    expect((await adjust(wallet, 100, headers)).body.new_balance).toBe(100_000)
    expect((await adjust(wallet, 101, headers)).status).toBe(422)
    expect((await adjust(await world.openWallet(), 100, headers)).status).toBe(422)
    expect(await world.balanceMsat(wallet)).toBe(111_000)
  })

  test('concurrent payments and adjustments never take a wallet below zero, and the sum is exact (A7)', async () => {
    const [wallet, payee] = [await world.openWallet(1000), await world.openWallet()]
    let left = 1000
    for (let round = 0; round < 25; round += 1) {
      const { payment_request: bolt11 } = await world.invoice(payee, 60)
      const [taken, sent] = await Promise.all([adjust(wallet, -60), world.send(wallet, bolt11)])
      left -= (taken.status === 200 ? 60 : 0) + (sent.status === 201 ? 60 : 0)
      expect([200, 400]).toContain(taken.status)
      expect([201, 400]).toContain(sent.status)
      expect(await world.balanceMsat(wallet)).toBe(left * 1000)
    }
    expect(left).toBeLessThan(60)
  })

  describe('topping up a wallet by its id', () => {
    const topUp = (id: string, amount: unknown, more: object = { token: admin }) =>
      world.call('PUT', '/api/v1/admin/topup', { body: { id, amount }, ...more })

    test('an adjustment answers wallet and new balance in millisatoshis, in both directions, and is recorded (S530)', async () => {
      const wallet = await world.openWallet()
      const up = await topUp(wallet.id, 1234)
      expect([up.status, up.body]).toEqual([200, { wallet_id: wallet.id, new_balance: 1_234_000 }])
      expect((await topUp(wallet.id, -234)).body.new_balance).toBe(1_000_000)
      const below = await topUp(wallet.id, -1001)
      expect([below.status, await world.balanceMsat(wallet)]).toEqual([400, 1_000_000])
      const { body } = await world.call('GET', `/admin/api/v1/audit?subject=${wallet.id}`, { token: admin })
      expect(body.data.map(({ detail }: { detail: object }) => detail)).toEqual([
        { amount_msat: -234_000 },
        { amount_msat: 1_234_000 },
      ])
    })

    test('a balance never exceeds the limit of the operator; one above it already may be reduced (A40)', async () => {
      const wallet = await world.openWallet(700)
      const settings = (body: object) => world.call('PUT', '/api/v1/admin/settings', { token: admin, body })
      await settings({ max_balance_sats: 500 })
      expect((await topUp(wallet.id, 1)).status).toBe(400)
      expect((await topUp(wallet.id, -300)).body.new_balance).toBe(400_000)
      expect((await topUp(wallet.id, 100)).body.new_balance).toBe(500_000)
      await settings({ reset: ['max_balance_sats'] })
    })

    test('a repeated key gets the first answer and is not booked again (A55)', async () => {
      const wallet = await world.openWallet()
      const more = { token: admin, headers: { 'idempotency-key': wallet.id } }
      expect((await topUp(wallet.id, 5, more)).body.new_balance).toBe(5000)
      expect((await topUp(wallet.id, 5, more)).body.new_balance).toBe(5000)
      expect((await topUp(wallet.id, 6, more)).status).toBe(422)
      expect(await world.balanceMsat(wallet)).toBe(5000)
    })

    test.each([0, 1.5, '5', null, MAX_SAT + 1])('an amount of %j is 422 (F2)', async (amount) => {
      const wallet = await world.openWallet(1)
      expect((await topUp(wallet.id, amount)).status).toBe(422)
      expect(await world.balanceMsat(wallet)).toBe(1000)
    })

    test('an unknown wallet is 404; without a token 401; for all but the super user 403 (D1)', async () => {
      const wallet = await world.openWallet()
      expect((await topUp('no such wallet', 5)).status).toBe(404)
      const others = [{}, { key: wallet.adminKey }, { token: await tokenOf(world, wallet) }]
      const statuses = await Promise.all(others.map(async (more) => (await topUp(wallet.id, 5, more)).status))
      expect(statuses).toEqual([401, 403, 403])
      expect(await world.balanceMsat(wallet)).toBe(0)
    })
  })
})
