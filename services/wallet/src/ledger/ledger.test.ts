import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../world/open-world.ts'
import { DIALECTS } from '../../world/test-database.ts'

describe.each(DIALECTS)('the books, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeEach(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(1000)
  })
  afterEach(() => world.close())

  /** Past the service: as an operator, or a broken disk, would. */
  async function directly(sql: string): Promise<void> {
    const column = dialect === 'sqlite' ? `file FROM pragma_database_list WHERE name = 'main'` : 'current_database() AS file'
    const name = await world.db.first(`SELECT ${column}`, [], (row: { file: string }) => row.file)
    if (dialect === 'sqlite') {
      const db = new Sqlite(String(name), { timeout: 5000 })
      try {
        db.exec(sql)
      } finally {
        db.close()
      }
      return
    }
    const client = new pg.Client({ connectionString: inject('postgresUrl').replace(/\/postgres$/, `/${name}`) })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const rules = async (): Promise<string[]> => [...new Set((await world.violations()).map(({ rule }) => rule))].sort()
  const halted = async () => (await world.call('GET', '/api/v1/status')).body.payments_halted

  test('A52: a posting is never changed or deleted, whoever tries', async () => {
    const postings = () => world.db.list('SELECT * FROM postings ORDER BY id', [], (row) => row)
    const before = await postings()
    expect(before).toHaveLength(1)
    for (const sql of ['UPDATE postings SET amount_msat = 1', 'DELETE FROM postings', `UPDATE postings SET kind = 'x'`]) {
      await expect(directly(sql)).rejects.toThrow(/append-only/)
    }
    if (dialect === 'postgres') await expect(directly('TRUNCATE postings')).rejects.toThrow(/append-only/)
    expect(await postings()).toEqual(before)
  })

  test('A1, B.2: the database itself refuses a balance below zero or above the cap', async () => {
    for (const value of ['-1', '9007199254740001']) {
      for (const column of ['available_msat', 'reserved_msat']) {
        await expect(directly(`UPDATE balances SET ${column} = ${value} WHERE wallet_id = '${wallet.id}'`)).rejects.toThrow(/check/i)
      }
    }
    await expect(
      directly(`INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at) VALUES ('a', 'b', 0, 'x', 'y', 1)`),
    ).rejects.toThrow(/check/i)
  })

  test('A53, A56: one msat too much in one row: found at the next start, sends 500, receiving and reading go on', async () => {
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
    expect((await world.node.steer('GET /truth')).body).toMatchObject({ sent: [] })
    await world.node.steer('POST /receive', { hash: inside.payment_hash })
    await world.tick()
    expect(await world.balanceMsat(other)).toBe(10_000)
    const alarms = await world.db.list('SELECT detail FROM alarms', [], (row: { detail: string }) => row.detail)
    expect(alarms.join()).toContain(wallet.id)
  })

  test('A53: a halt outlives the restart, also when the books are right again', async () => {
    await directly(`UPDATE balances SET available_msat = available_msat - 1 WHERE wallet_id = '${wallet.id}'`)
    await world.restart()
    await directly(`UPDATE balances SET available_msat = available_msat + 1 WHERE wallet_id = '${wallet.id}'`)
    await world.restart()
    expect([await rules(), await halted()]).toEqual([[], true])
  })

  test.each<[string, string, (ids: { wallet: string; incoming: string; outgoing: string }) => string]>([
    ['a reserve nobody needs', 'B2 B6', (ids) => `UPDATE balances SET reserved_msat = 5 WHERE wallet_id = '${ids.wallet}'`],
    ['a wallet without its row', 'B2', (ids) => `DELETE FROM balances WHERE wallet_id = '${ids.wallet}'`],
    ['money in clearing', 'B3', () => posting('adjustments', 'clearing')],
    ['money for a wallet from nowhere', 'B2', (ids) => posting('node', `available:${ids.wallet}`)],
    ['money for a wallet that is not', 'B2', () => posting('node', 'available:nobody')],
    ['an amount that was changed', 'B15 B19 B7 B9', (ids) => `UPDATE payments SET amount_msat = amount_msat + 1000, state = 'dispatched' WHERE checking_id = '${ids.outgoing}'`],
    ['a payer that failed', 'B19 B20 B7 B9', (ids) => `UPDATE payments SET state = 'failed' WHERE checking_id = '${ids.outgoing}'`],
    ['an invoice that is open again', 'B19 B20 B7 B9', (ids) => `UPDATE payments SET state = 'open' WHERE checking_id = '${ids.incoming}'`],
    ['an invoice paid by nobody', 'B10', (ids) => `UPDATE payments SET peer_id = NULL WHERE checking_id = '${ids.incoming}'`],
    ['a fee above its limit', 'B12 B7', (ids) => `UPDATE payments SET fee_msat = 1 WHERE checking_id = '${ids.outgoing}'`],
    ['a success without a proof', 'B16', (ids) => `UPDATE payments SET peer_id = NULL, preimage = NULL WHERE checking_id = '${ids.outgoing}'`],
    ['a count that is wrong', 'B19', () => `UPDATE payment_counts SET success = success + 1`],
    ['an hour that is wrong', 'B19', () => `UPDATE payment_hours SET income_sat = income_sat + 1`],
    ['an adjustment on paper only', 'B7', (ids) => `UPDATE adjustments SET amount_msat = 1 WHERE wallet_id = '${ids.wallet}'`],
  ])('A53: the audit sees %s', async (_what, wanted, corrupt) => {
    const invoice = await world.invoice(await world.openWallet(), 10)
    const sent = await world.send(wallet, invoice.payment_request)
    expect(await rules()).toEqual([])
    await directly(corrupt({ wallet: wallet.id, incoming: invoice.checking_id, outgoing: sent.body.checking_id }))
    expect(await rules()).toEqual(expect.arrayContaining(wanted.split(' ')))
  })

  const posting = (from: string, to: string): string =>
    `INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at) VALUES ('${from}', '${to}', 7, 'x', 'y', 1)`
})
