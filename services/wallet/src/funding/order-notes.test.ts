import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { openOrderNotes } from './order-notes.ts'

describe.each(DIALECTS)('notes of orders, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  test('notes are found, replaced and deleted, over a restart, and each service has its own', async () => {
    const [one, other] = [openOrderNotes(world.db, 'one'), openOrderNotes(world.db, 'other')]
    expect(await one.find('pay')).toBeUndefined()
    await one.write('pay', 'first')
    await one.write('pay', 'second')
    expect([await one.find('pay'), await other.find('pay')]).toEqual(['second', undefined])
    await world.restart()
    expect(await openOrderNotes(world.db, 'one').find('pay')).toBe('second')
    await openOrderNotes(world.db, 'one').forget('pay')
    expect(await openOrderNotes(world.db, 'one').find('pay')).toBeUndefined()
  })
})
