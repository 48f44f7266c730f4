import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'

describe.each(DIALECTS)('the books, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeEach(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(1000)
  })
  afterEach(() => world.close())

  const directly = (sql: string): Promise<void> => writeDirectly(world, sql)
  const rules = async (): Promise<string[]> => [...new Set((await world.violations()).map(({ rule }) => rule))].sort()
  const halted = async () => (await world.call('GET', '/api/v1/status')).body.payments_halted

  test('a posting cannot be changed or deleted, not even by SQL outside the service (A52)', async () => {
    const postings = () => world.db.list('SELECT * FROM postings ORDER BY id', [], (row) => row)
    const before = await postings()
    expect(before).toHaveLength(1)
    for (const sql of [
      'UPDATE postings SET amount_msat = 1',
      'DELETE FROM postings',
      `UPDATE postings SET kind = 'x'`,
    ]) {
      await expect(directly(sql)).rejects.toThrow(/append-only/)
    }
    if (dialect === 'postgres') await expect(directly('TRUNCATE postings')).rejects.toThrow(/append-only/)
    expect(await postings()).toEqual(before)
  })

  test('the database itself rejects a balance below zero or above the cap (A1, B2)', async () => {
    for (const value of ['-1', '9007199254740001']) {
      for (const column of ['available_msat', 'reserved_msat']) {
        await expect(
          directly(`UPDATE balances SET ${column} = ${value} WHERE wallet_id = '${wallet.id}'`),
        ).rejects.toThrow(/check/i)
      }
    }
    await expect(
      directly(
        `INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at) VALUES ('a', 'b', 0, 'x', 'y', 1)`,
      ),
    ).rejects.toThrow(/check/i)
  })

  test('one msat too much in one row: detected at the next start, sends are 500, receiving and reading continue (A53, A56)', async () => {
    const [other, foreign] = [await world.openWallet(), await world.foreignInvoice(10_000)]
    await directly(`UPDATE balances SET available_msat = available_msat + 1 WHERE wallet_id = '${wallet.id}'`)
    expect(await rules()).toEqual(['B2', 'B7'])
    expect(await halted()).toBe(false)
    await world.restart()
    expect(await halted()).toBe(true)
    const inside = await world.invoice(other, 10)
    for (const bolt11 of [foreign.bolt11, inside.payment_request]) {
      const sent = await world.send(wallet, bolt11)
      expect([sent.status, sent.body.detail]).toEqual([500, expect.stringMatching(/payments halted/i)])
    }
    expect((await world.node.sendControl('GET /truth')).body).toMatchObject({ sent: [] })
    await world.node.sendControl('POST /receive', { hash: inside.payment_hash })
    await world.tick()
    expect(await world.balanceMsat(other)).toBe(10_000)
    const alarms = await world.db.list('SELECT detail FROM alarms', [], (row: { detail: string }) => row.detail)
    expect(alarms.join()).toContain(wallet.id)
  })

  test('a halt survives the restart, also when the books are right again (A53)', async () => {
    await directly(`UPDATE balances SET available_msat = available_msat - 1 WHERE wallet_id = '${wallet.id}'`)
    await world.restart()
    await directly(`UPDATE balances SET available_msat = available_msat + 1 WHERE wallet_id = '${wallet.id}'`)
    await world.restart()
    expect([await rules(), await halted()]).toEqual([[], true])
  })
})
