import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('why a payment is rejected, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeEach(async () => {
    world = await openWorld({
      dialect,
      env: {
        SERVICE_MAX_PAYMENT_SATS: '500',
        SERVICE_DAILY_LIMIT_WALLET_SATS: '300',
        SUPER_USER_USERNAME: 'root',
        SUPER_USER_PASSWORD: 'root password',
      },
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
  const read = (checkingId: string, column: string) =>
    world.db.first(
      `SELECT ${column} AS value FROM payments WHERE checking_id = $1`,
      [checkingId],
      (row: { value: string }) => row.value,
    )
  const foreign = async (amountSat: number, more: object = {}): Promise<string> =>
    (await world.foreignInvoice(amountSat * 1000, more)).bolt11

  test('each cause has its own detail (S521)', async () => {
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

  test('a cancelled invoice is reported as cancelled, also if its account is deleted (S521)', async () => {
    const [payee, gone] = [await world.openWallet(), await world.openWallet()]
    const hold = await world.invoice(payee, 10, { hold: true })
    const forgotten = await world.invoice(gone, 10)
    await world.node.sendControl('POST /script', { match: { hash: hold.payment_hash }, cancel: ['hang'] })
    void world.call('DELETE', `/api/v1/payments/${hold.checking_id}`, { key: payee.adminKey })
    await expect.poll(() => read(hold.checking_id, 'state')).toBe('cancelling')
    expect(await refusal(hold.payment_request)).toBe('The invoice was cancelled.')
    const root = { username: 'root', password: 'root password' }
    const token = (await world.call('POST', '/api/v1/auth', { body: root })).body.access_token
    await world.call('DELETE', `/users/api/v1/user/${gone.userId}?force=true`, { token })
    await expect.poll(() => read(forgotten.checking_id, 'bolt11')).toBe('')
    expect(await refusal(forgotten.payment_request)).toBe('The invoice was cancelled.')
  })
})
