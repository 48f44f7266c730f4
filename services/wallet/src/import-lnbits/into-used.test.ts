import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOperator } from '../../test/world/accounts/open-operator.ts'
import { type BuiltLnbits, buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import type { LnbitsRow } from '../../test/world/lnbits/lnbits-tables.ts'
import { balanceOf } from '../../test/world/lnbits/open-imported-world.ts'
import { hex, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import type { World, WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import type { ReportJson } from './report.ts'

describe.each(LOGIC_DIALECTS)('an import into a service that has users, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  const built: BuiltLnbits[] = []
  let report: ReportJson | undefined

  beforeAll(async () => {
    ;({ world } = await openOperator(dialect))
    wallet = await world.openWallet(1000)
    const body = { username: 'Bob', password: 'a good password', password_repeat: 'a good password' }
    expect((await world.call('POST', '/api/v1/auth/register', { body })).status).toBe(201)
  })
  afterAll(async () => {
    for (const one of built) await one.drop()
    await world.close()
  })

  /** The same LNbits, with some rows as `change` has them. */
  const run = async (change: (row: LnbitsRow) => LnbitsRow) => {
    const core = smallCore(world.nowSeconds())
    const rows = { ...core, accounts: core.accounts.map(change), wallets: core.wallets.map(change) }
    const lnbits = await buildLnbits({ dialect: 'sqlite', rows: { core: rows } })
    built.push(lnbits)
    return importBuilt(world, lnbits, { extensions: [], show: (found) => void (report = found) })
  }
  const list = <Row>(sql: string) => world.db.list(sql, [], (row: Row) => row)
  const shop = (more: LnbitsRow) => (row: LnbitsRow) => (row['id'] === hex('shop') ? { ...row, ...more } : row)

  test('a key or an id that an existing wallet has is rejected, and nothing is written', async () => {
    await expect(run(shop({ adminkey: wallet.adminKey }))).rejects.toThrow('has the same admin key already')
    await expect(run(shop({ inkey: wallet.adminKey }))).rejects.toThrow('has the same invoice key already')
    await expect(run(shop({ id: wallet.id }))).rejects.toThrow(`this service has a wallet ${wallet.id} already`)
    expect(await list(`SELECT id FROM users WHERE username = 'carol'`)).toEqual([])
  })

  test('existing users are unchanged, duplicate names are renamed, and the super user of LNbits becomes an administrator', async () => {
    const there = wallet.userId.replaceAll('-', '')
    const swap = (row: LnbitsRow): LnbitsRow =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === hex('carol') ? there : value]))
    expect(await run(swap)).toBe('imported')
    expect(await world.violations()).toEqual([])
    const users = await list<{ username: string; role: string }>('SELECT username, role FROM users ORDER BY seq')
    expect(users.map(({ username, role }) => `${username} ${role}`)).toEqual(
      expect.arrayContaining(['root super-user', 'Bob user', 'root-2 admin', 'bob-2 user', 'Bob-3 user']),
    )
    expect(report?.left_out).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'users', why: 'there already', n: 1 }),
        expect.objectContaining({ kind: 'settings', why: 'this service has users, so its own settings stay' }),
      ]),
    )
    expect(await list(`SELECT name FROM settings WHERE name = 'setting:site_name'`)).toEqual([])
    const [purse] = await list<{ user_id: string }>(`SELECT user_id FROM wallets WHERE id = '${hex('purse')}'`)
    expect(purse?.user_id).toBe(wallet.userId)
    expect(await balanceOf(world, 'purse')).toBe(2_000_000 + 30_000 - 5000)
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
  })
})
