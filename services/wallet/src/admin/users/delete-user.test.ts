import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const ROOT = { username: 'root', password: 'root password' }

describe.each(LOGIC_DIALECTS)('deleting a user twice, on %s', (dialect) => {
  let world: World
  beforeEach(async () => {
    const env = { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password }
    world = await openWorld({ dialect, env })
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  test('a forced deletion repeated with the same key, also concurrently, is one deletion; with another body 422, without the key 404 (A55)', async () => {
    const [wallet, other] = [await world.openWallet(7), await world.openWallet()]
    const { access_token: token } = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body
    const remove = async (userId: string, query: string, key?: string): Promise<number> => {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
      return (await world.call('DELETE', `/users/api/v1/user/${userId}${query}`, { token, headers })).status
    }
    // Refused, it had no effect and does not use up the key.
    expect(await remove(wallet.userId, '', 'careful')).toBe(400)
    const repeat = () => remove(wallet.userId, '?force=true', 'once')
    expect(await Promise.all([repeat(), repeat(), repeat()])).toEqual([200, 200, 200])
    expect(await repeat()).toBe(200)
    const booked = await world.db.list(
      'SELECT amount_msat FROM adjustments WHERE wallet_id = $1 AND amount_msat < 0',
      [wallet.id],
      (row) => row,
    )
    expect(booked).toEqual([{ amount_msat: -7000n }])
    expect([await remove(other.userId, '?force=true', 'once'), await remove(wallet.userId, '', 'once')]).toEqual([
      422, 422,
    ])
    expect((await world.call('GET', '/api/v1/wallet', { key: other.adminKey })).status).toBe(200)
    expect([await remove(wallet.userId, '?force=true'), await remove(other.userId, '', 'careful')]).toEqual([404, 200])
  })
})
