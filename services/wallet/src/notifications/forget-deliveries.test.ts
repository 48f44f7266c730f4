import { describe, expect, test } from 'vitest'
import {
  openTestNotifications,
  type TestNotifications,
} from '../../test/world/notifications/open-test-notifications.ts'
import { owe } from '../../test/world/notifications/test-commands.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { finishWork } from '../throttle/leased-queue.ts'
import { forgetDeliveries, forgetOldDeliveries } from './forget-deliveries.ts'

const DAY = 86_400

describe.each(LOGIC_DIALECTS)('old webhook deliveries, on %s', (dialect) => {
  test('delivered calls are deleted after 30 days, given-up ones 30 days after they can have ended; due ones stay', async () => {
    const world = await openTestNotifications(dialect)
    const { id: walletId } = await world.openWallet()
    await world.db.transact(owe, { walletId, url: 'http://127.0.0.1:9/', count: 4, now: 1 })
    const [late = '', early = '', givenUp = '', owed = ''] = await ids(world)
    await deliver(world, late, 3 * DAY)
    await deliver(world, early, DAY)
    await end(world, givenUp, { state: 'given-up' })
    await forgetOldDeliveries(world.db, 31 * DAY)
    expect(await ids(world)).toEqual([late, early, givenUp, owed])
    await forgetOldDeliveries(world.db, 31 * DAY + 1)
    expect(await ids(world)).toEqual([late, givenUp, owed])
    await forgetOldDeliveries(world.db, 34 * DAY)
    expect(await ids(world)).toEqual([givenUp, owed])
    await forgetOldDeliveries(world.db, 41 * DAY)
    expect(await ids(world)).toEqual([owed])
    await forgetOldDeliveries(world.db, 4000 * DAY)
    expect(await ids(world)).toEqual([owed])
  })

  test('a step reads at most 500 calls, and the next one continues after those that stay', async () => {
    const world = await openTestNotifications(dialect)
    const { id: walletId } = await world.openWallet()
    await world.db.transact(owe, { walletId, url: 'http://127.0.0.1:9/', count: 1100, now: 1 })
    const all = await ids(world)
    for (const id of all.slice(550)) {
      await deliver(world, id, 1)
    }
    const steps: (number | undefined)[] = [0]
    while (steps.at(-1) !== undefined) {
      steps.push(await world.db.transact(forgetDeliveries, { after: steps.at(-1) ?? 0, before: 2 }))
    }
    expect(steps).toEqual([0, 500, 1000, 1100, undefined])
    expect(await ids(world)).toEqual(all.slice(0, 550))
  })

  const deliver = (world: TestNotifications, id: string, at: number) =>
    end(world, id, { state: 'delivered', delivered_at: at })
  const end = async ({ db }: TestNotifications, id: string, set: Readonly<Record<string, string | number>>) => {
    const sql = 'SELECT seq FROM deliveries WHERE id = $1'
    const key = await db.first(sql, [id], ({ seq }: { seq: bigint }) => Number(seq))
    await db.transact(finishWork, { place: { table: 'deliveries', key: key ?? 0 }, set })
  }
  const ids = ({ db }: TestNotifications): Promise<string[]> =>
    db.list('SELECT id FROM deliveries ORDER BY seq', [], (row: { id: string }) => row.id)
})
