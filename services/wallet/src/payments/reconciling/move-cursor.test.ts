import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { findReceiptCursor, moveReceiptCursor } from '../history/receipt-cursor-store.ts'
import { adoptHistory } from './adopt-history.ts'

describe.each(DIALECTS)('cursors, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const find = () => findReceiptCursor(world.db, 7)
  const move = (from: Awaited<ReturnType<typeof find>>, to: string): Promise<boolean> =>
    world.db.transact(moveReceiptCursor, { sourceId: 7, from, to, witness: undefined })

  test('a cursor reset by a restore is not overwritten by an earlier read', async () => {
    const first = await find()
    expect(await move(first, '5')).toBe(true)
    const five = await find()
    expect([await move({ ...five, value: '6' }, '9'), await move(first, '9')]).toEqual([false, false])
    expect((await find()).value).toBe('5')
    expect(await move(five, '9')).toBe(true)
    expect((await find()).value).toBe('9')
  })

  test('a read from before another history of the database moves nothing, even if the cursor is the same', async () => {
    const before = await find()
    await world.db.transact(adoptHistory, { history: 'one', expected: 'one' })
    await world.db.transact(adoptHistory, { history: 'two', expected: 'two' })
    expect((await find()).value).toBe(before.value)
    expect(await move(before, '99')).toBe(false)
    expect(await move(await find(), '99')).toBe(true)
  })
})
