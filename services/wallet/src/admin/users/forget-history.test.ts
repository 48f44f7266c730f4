import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { forgetHistory } from './forget-history.ts'

/** More than one call forgets. */
const MANY = 11_000

describe.each(LOGIC_DIALECTS)('forgetting a long history, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeEach(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet()
    for (const sql of longHistory(wallet.id)) await writeDirectly(world, sql)
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const count = async (sql: string): Promise<number> =>
    (await world.db.first(sql, [], (row: { n: bigint }) => Number(row.n))) ?? 0
  const written = () => count(`SELECT count(*) AS n FROM payments WHERE memo <> '' OR bolt11 <> ''`)
  const traces = async () => [
    await count('SELECT count(*) AS n FROM payment_fiat'),
    await count('SELECT count(*) AS n FROM deliveries'),
    await count('SELECT count(*) AS n FROM payment_hours'),
    await count(`SELECT count(*) AS n FROM cursors WHERE name LIKE 'forget:%'`),
  ]
  const leave = async () => world.call('DELETE', '/api/v1/auth/me', { token: await tokenOf(world, wallet) })

  test('the account, its keys and its webhooks end immediately; the history is deleted later, across a restart too', async () => {
    const token = await tokenOf(world, wallet)
    expect((await leave()).status).toBe(200)
    for (const credential of [{ token }, { key: wallet.adminKey }, { key: wallet.invoiceKey }]) {
      expect((await world.call('GET', '/api/v1/wallet', credential)).status).toBe(401)
    }
    expect(await count('SELECT count(*) AS n FROM deliveries WHERE due_at IS NOT NULL')).toBe(0)
    const left = await written()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(MANY)
    await world.restart()
    await world.tick()
    await world.tick()
    expect([await written(), await traces()]).toEqual([0, [0, 0, 0, 0]])
    expect(await count('SELECT count(*) AS n FROM payments')).toBe(MANY)
  }, 60_000)

  test('no step changes more than 500 payments; a repeated step, or one without rows, changes nothing', async () => {
    const other = await world.openWallet()
    await world.invoice(other, 1, { memo: 'stays' })
    expect((await leave()).status).toBe(200)
    for (let left = await written(); left > 1; left = await written()) {
      await world.db.transact(forgetHistory, { walletId: wallet.id })
      expect(left - (await written())).toBeLessThanOrEqual(500)
      if (left === (await written())) break
    }
    await world.tick()
    expect([await written(), await traces()]).toEqual([1, [0, 0, 0, 0]])
    await world.db.transact(forgetHistory, { walletId: wallet.id })
    await world.db.transact(forgetHistory, { walletId: other.id })
    expect(await written()).toBe(1)
  }, 60_000)
})

/** Long expired invoices, with their follow-up rows. */
function longHistory(walletId: string): string[] {
  const numbers = `WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${MANY})`
  return [
    `${numbers} INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat,
       memo, failure, created_at, expires_at, finished_at)
     SELECT 'old-' || i, '${walletId}', 'in', 'expired', 'failed', 'hash-' || i, 'lnbcrt-' || i, 1000, 'secret ' || i,
       NULL, i, i + 1, i + 1 FROM numbers`,
    `INSERT INTO payment_counts (wallet_id, direction, created, success, failed)
     VALUES ('${walletId}', 'in', ${MANY}, 0, ${MANY})`,
    `INSERT INTO payment_fiat (checking_id, currency, amount, rate, asked)
     SELECT checking_id, 'EUR', '1', '1', 0 FROM payments WHERE wallet_id = '${walletId}'`,
    `INSERT INTO deliveries (id, event_id, wallet_id, checking_id, url, body, state, created_at, due_at)
     SELECT 'd' || checking_id, created_at, wallet_id, checking_id, 'http://127.0.0.1:9/', 'secret', 'waiting', 1, 1
     FROM payments WHERE created_at <= 1200`,
    `INSERT INTO payment_hours (wallet_id, hour, tag, income_sat, spending_sat, payments)
     SELECT wallet_id, created_at, 'secret', 0, 0, 0 FROM payments WHERE created_at <= 1200`,
  ]
}
