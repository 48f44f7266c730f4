import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('the error codes of a payment that is not made, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_MAX_PAYMENT_SATS: '5000' } })
  })
  afterAll(() => world.close())

  const pay = async (balanceSat: number, amountSat: number) => {
    const { bolt11 } = await world.foreignInvoice(amountSat * 1000)
    const { status, body } = await world.send(await world.openWallet(balanceSat), bolt11)
    return [status, body]
  }

  test('a balance below the amount, and one that lacks only the fee reserve, have their own codes', async () => {
    const params = { amount_sat: 1000, fee_reserve_sat: expect.any(Number) }
    const [detail, status] = ['Insufficient balance.', 'failed']
    expect(await pay(999, 1000)).toEqual([400, { detail, code: 'insufficient_balance', params, status }])
    expect(await pay(1000, 1000)).toEqual([400, { detail, code: 'fee_reserve_missing', params, status }])
  })

  test('an amount above the maximum is rejected with the maximum', async () => {
    const detail = 'The amount is above the maximum for one payment.'
    expect(await pay(10_000, 6000)).toEqual([
      400,
      { detail, code: 'amount_too_large', params: { max_sat: 5000 }, status: 'failed' },
    ])
  })
})
