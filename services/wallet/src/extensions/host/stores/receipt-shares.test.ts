import { expect, test } from 'vitest'
import { openWorld } from '../../../../test/world/open-world.ts'
import { DIALECTS } from '../../../../test/world/test-database.ts'
import { commitExtensionRun } from './commit-run.ts'
import { findPassedOn } from './receipt-shares.ts'
import { RUN_CONFLICT } from './run-signals.ts'

test.each(DIALECTS)('concurrent runs take no more of a receipt than arrived, on %s', async (dialect) => {
  const world = await openWorld({ dialect })
  const [owner, payer] = [await world.openWallet(), await world.openWallet(1000)]
  const invoice = await world.invoice(owner, 100)
  await world.send(payer, invoice.payment_request)
  const take = (extId: string, msat: bigint) =>
    world.db.transact(commitExtensionRun, {
      extId,
      shown: undefined,
      at: world.nowSeconds(),
      job: undefined,
      kept: undefined,
      locks: [],
      rows: [],
      invoices: [],
      intents: [],
      pushes: [],
      webhooks: [],
      jobs: [],
      subscriptionsChanged: false,
      share: { checkingId: invoice.checking_id, msat },
    })
  const runs = await Promise.allSettled(['one', 'two', 'three', 'four'].map((extId) => take(extId, 40_000n)))
  expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(await findPassedOn(world.db, invoice.checking_id)).toBe(80_000n)
  await expect(take('five', 20_001n)).rejects.toThrow(RUN_CONFLICT)
  await take('six', 20_000n)
  await expect(take('seven', 1n)).rejects.toThrow(RUN_CONFLICT)
  await world.close()
})
