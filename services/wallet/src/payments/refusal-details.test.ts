import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../world/open-world.ts'
import { DIALECTS } from '../../world/test-database.ts'

describe.each(DIALECTS)('why a payment is refused, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeEach(async () => {
    world = await openWorld({
      dialect,
      env: { SERVICE_MAX_PAYMENT_SATS: '500', SERVICE_DAILY_LIMIT_WALLET_SATS: '300' },
    })
    wallet = await world.openWallet(400)
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const refusal = async (bolt11: string): Promise<string> => {
    const { status, body } = await world.send(wallet, bolt11)
    expect(status).toBe(400)
    return body.detail
  }
  const foreign = async (amountSat: number, more: object = {}): Promise<string> =>
    (await world.foreignInvoice(amountSat * 1000, more)).bolt11

  test('decisions §5, Payment errors: each cause has a detail of its own that says which', async () => {
    const [expired, paid] = [await foreign(1, { expiry: 1 }), await foreign(1)]
    world.advance(5)
    expect((await world.send(wallet, paid)).status).toBe(201)
    const poor = await world.openWallet(1)
    const tooMuch = await world.send(poor, await foreign(100))
    const details = {
      bad: await refusal('lnbc1notaninvoice'),
      expired: await refusal(expired),
      network: await refusal(await foreign(1, { hrp: 'lntb' })),
      balance: tooMuch.body.detail as string,
      paid: await refusal(paid),
      most: await refusal(await foreign(501)),
      limit: await refusal(await foreign(350)),
    }
    expect(tooMuch.status).toBe(400)
    expect(details).toEqual({
      bad: expect.stringMatching(/invoice/i),
      expired: expect.stringMatching(/expired/i),
      network: expect.stringMatching(/network/i),
      balance: expect.stringMatching(/balance/i),
      paid: expect.stringMatching(/already paid/i),
      most: expect.stringMatching(/maximum/i),
      limit: expect.stringMatching(/daily limit/i),
    })
    expect(new Set(Object.values(details)).size).toBe(7)
  })
})
