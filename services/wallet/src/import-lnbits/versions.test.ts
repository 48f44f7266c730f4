import { expect, onTestFinished, test } from 'vitest'
import { buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import { balanceOf } from '../../test/world/lnbits/open-imported-world.ts'
import { hex, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { withClient } from '../../test/world/lnbits/write-lnbits.ts'
import { openWorld } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import type { ReportJson } from './report.ts'

/** The last migrations of the core of LNbits 1.0, 1.3, 1.4 and 1.5. */
const CORES = [31, 34, 42, 44]

test.each(LOGIC_DIALECTS.flatMap((dialect) => CORES.map((core) => ({ dialect, core }))))(
  'an LNbits with its core at migration $core is imported with its balances and keys, on $dialect',
  async ({ dialect, core }) => {
    const world = await openWorld({ dialect })
    onTestFinished(() => world.close())
    const rows = smallCore(world.nowSeconds())
    const lnbits = await buildLnbits({
      dialect,
      core,
      rows: { core: { ...rows, accounts: rows.accounts.toReversed() } },
    })
    onTestFinished(() => lnbits.drop())
    // PostgreSQL moves a changed row after the others.
    const touch = `UPDATE accounts SET email = 'bob@example.org' WHERE username = 'bob'`
    if (dialect === 'postgres') await withClient(lnbits.place, (client) => client.query(touch))
    let report: ReportJson | undefined
    const repairs = core === 44
    const outcome = await importBuilt(world, lnbits, {
      extensions: [],
      repairInternalFees: repairs,
      show: (found) => void (report = found),
    })
    expect(outcome).toBe('imported')
    expect(await world.violations()).toEqual([])
    expect(report?.counts['users']).toBe(7)
    const [bob] = await world.db.list(
      'SELECT u.username FROM users u JOIN wallets w ON w.user_id = u.id WHERE w.id = $1',
      [hex('shop')],
      (row: { username: string }) => row.username,
    )
    expect(bob).toBe('bob')
    const { balanceMsat = 0, lnbitsMsat = 0 } = report?.figures ?? {}
    const sum = await world.db.first('SELECT SUM(available_msat) AS n FROM balances', [], (row: { n: bigint }) => row.n)
    expect(balanceMsat).toBe(Number(sum))
    // Released: a payment inside that was never made; the operator bears a negative balance.
    expect(balanceMsat - lnbitsMsat).toBe(10_000 + 8000 + (repairs ? 11_000 : 0))
    expect(await balanceOf(world, 'purse')).toBe(2_000_000 + 30_000 - 5000 + (repairs ? 11_000 : 0))
    expect(await balanceOf(world, 'halves')).toBe(8000)
    const statusOf = async (key: string) => (await world.call('GET', '/api/v1/wallet', { key: hex(key) })).status
    for (const key of ['shop admin', 'shop invoice', 'purse invoice', 'orphan admin'])
      expect(await statusOf(key)).toBe(200)
    expect(await statusOf('gone admin')).toBe(401)
    // Before 1.5 every account was active; before 1.4 no wallet was shared.
    expect(await statusOf('sleeping admin')).toBe(core < 44 ? 200 : 401)
    expect(report?.counts['shared wallets'] ?? 0).toBe(core < 42 ? 0 : 1)
    if (!repairs) return
    expect(report?.wallets).toContainEqual(
      expect.objectContaining({ wallet: hex('purse'), why: 'receives what an error of LNbits had taken as a fee' }),
    )
  },
)
