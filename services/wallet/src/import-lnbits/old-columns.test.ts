import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { TPOS } from '../../../../extensions/tpos/tpos.ts'
import { buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import { oddCore } from '../../test/world/lnbits/odd-lnbits.ts'
import { openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { oddItems } from '../../test/world/lnbits/small-items.ts'
import { hex } from '../../test/world/lnbits/small-lnbits.ts'
import { withClient } from '../../test/world/lnbits/write-lnbits.ts'
import { openWorld } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'
import { writeReport } from './report.ts'

/** As the table was before the tenth migration of the extension. */
const OLD_NAMES = {
  withdraw_limit: 'withdrawlimit',
  withdraw_between: 'withdrawbtwn',
  withdraw_time: 'withdrawtime',
  withdraw_time_option: 'withdrawtimeopt',
  withdraw_premium: 'withdrawpremium',
}
const LATER = ['tax_inclusive', 'tax_default', 'enable_receipt_print', 'business_name', 'lnaddress']

test.each(LOGIC_DIALECTS)('tills from an old version of the extension are imported, on %s', async (dialect) => {
  const world = await openWorld({ dialect, builtIns: [TPOS] })
  onTestFinished(() => world.close())
  const now = world.nowSeconds()
  const { pos = [] } = oddItems(now)['tpos'] ?? {}
  const lnbits = await buildLnbits({ dialect, rows: { core: oddCore(now), tpos: { pos } } })
  onTestFinished(() => lnbits.drop())
  const table = dialect === 'sqlite' ? 'pos' : 'tpos.pos'
  const changes = [
    ...Object.entries(OLD_NAMES).map(([name, old]) => `ALTER TABLE ${table} RENAME COLUMN ${name} TO ${old}`),
    ...LATER.map((name) => `ALTER TABLE ${table} DROP COLUMN ${name}`),
  ].join(';')
  if (dialect === 'sqlite') new Sqlite(join(lnbits.place, 'ext_tpos.sqlite3')).exec(changes).close()
  else await withClient(lnbits.place, (client) => client.query(changes))
  await importBuilt(world, lnbits, { extensions: [TPOS], sourceKind: 'phoenixd' })
  const { body } = await world.call('GET', '/tpos/api/v1/till1', { key: hex('main admin') })
  expect(body).toMatchObject({ withdraw_limit: 500, withdraw_between: 10, withdraw_premium: 1.5, tax_inclusive: true })
  expect(await world.violations()).toEqual([])
})

test('tips of an LNbits without charges are not imported: whether they were paid is unknown', async () => {
  const world = await openImportedWorld({
    dialect: 'sqlite',
    builtIns: BUILT_INS,
    rows: (now) => ({ tipjar: oddItems(now)['tipjar'] ?? {}, core: oddCore(now) }),
    sourceKind: 'phoenixd',
  })
  onTestFinished(() => world.close())
  const { body } = await world.call('GET', '/tipjar/api/v1/2', { key: hex('main admin') })
  expect(body).toMatchObject({ name: 'Jar', tip_count: 0 })
  expect(writeReport(world.report)).toContain('1 × Tip jar: tips whose charge is gone')
  expect(await world.violations()).toEqual([])
})
