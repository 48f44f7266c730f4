import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'
import { createSumCheck, type SumCheck } from './check-sums.ts'

describe.each(DIALECTS)('the sums of the books, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let sums: SumCheck
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(1000)
    sums = createSumCheck(world.db)
  })
  afterAll(() => world.close())

  const edit = (change: string): Promise<void> =>
    writeDirectly(world, `UPDATE balances SET ${change} WHERE wallet_id = '${wallet.id}'`)

  test('the sums are right after payments of every kind, at any time', async () => {
    expect(await sums.check()).toBeUndefined()
    const other = await world.openWallet()
    await world.send(wallet, (await world.invoice(other, 10)).payment_request)
    expect(await sums.check()).toBeUndefined()
    await world.send(wallet, (await world.foreignInvoice(5000)).bolt11)
    expect(await sums.check()).toBeUndefined()
    expect(await sums.check(), 'nothing new').toBeUndefined()
  })

  test('one millisatoshi changed by hand in a balance is detected by the next check', async () => {
    await edit('available_msat = available_msat + 1')
    expect(await sums.check()).toMatch(/but the postings say/)
    await edit('available_msat = available_msat - 1')
    expect(await sums.check()).toBeUndefined()
    await edit('reserved_msat = reserved_msat + 1, available_msat = available_msat - 1')
    expect(await sums.check()).toMatch(/but the postings say/)
    await edit('reserved_msat = reserved_msat - 1, available_msat = available_msat + 1')
  })

  test('after a restored database the sums are computed from the beginning', async () => {
    await writeDirectly(
      world,
      `INSERT INTO settings (name, value) VALUES ('database-changed', 'x') ON CONFLICT (name) DO UPDATE SET value = 'x'`,
    )
    expect(await sums.check()).toBeUndefined()
  })
})
