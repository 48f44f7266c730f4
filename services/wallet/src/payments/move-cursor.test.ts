import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../world/open-world.ts'
import { DIALECTS } from '../../world/test-database.ts'
import { moveReceiptCursor, findReceiptCursor } from './invoice-commands.ts'

describe.each(DIALECTS)('cursors, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  test('a cursor that was put back by a restore is not overwritten by a reading from before it', async () => {
    const move = (from: string | undefined, to: string): Promise<boolean> =>
      world.db.transact(moveReceiptCursor, { sourceId: 7, from, to })
    expect(await move(undefined, '5')).toBe(true)
    expect([await move('6', '9'), await move(undefined, '9')]).toEqual([false, false])
    expect(await findReceiptCursor(world.db, 7)).toBe('5')
    expect(await move('5', '9')).toBe(true)
    expect(await findReceiptCursor(world.db, 7)).toBe('9')
  })
})
