import { SILENT_LOG } from '@satchel/http/log'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import type { Database } from '../../../db/database.ts'
import { createPushHub, type PushHub } from '../stores/push-hub.ts'
import { pushRelayEvent } from '../stores/push-relay-event.ts'

const [EXT_ID, CHANNEL] = ['*nostr', 'relay']

describe.each(LOGIC_DIALECTS)('messages of extensions, on %s', (dialect) => {
  let world: World
  let hub: PushHub
  beforeAll(async () => void (world = await openWorld({ dialect })))
  afterAll(() => world.close())

  const push = (body: string): Promise<unknown> =>
    world.db.transact(pushRelayEvent, { body, at: Math.floor(Date.now() / 1000) })
  const listenOn = async (on: PushHub, after?: bigint) => {
    const bodies: string[] = []
    const end = await on.listen(EXT_ID, CHANNEL, after, ({ body }) => bodies.push(body))
    return { bodies, end }
  }
  const openHub = (db: Database): PushHub => {
    hub = createPushHub(db, Date.now, SILENT_LOG)
    return hub
  }
  beforeEach(() => async () => hub.stop())

  test('a message committed while a new listener reads missed ones reaches that listener', async () => {
    const slow = { isSlow: false }
    const one = openHub({
      ...world.db,
      async list(sql, params, toRow) {
        const rows = await world.db.list(sql, params, toRow)
        if (slow.isSlow && sql.includes('at >=')) {
          await push('2')
          await expect.poll(() => first.bodies).toEqual(['1', '2'])
        }
        return rows
      },
    })
    const first = await listenOn(one)
    await push('1')
    await expect.poll(() => first.bodies).toEqual(['1'])
    slow.isSlow = true
    const second = await listenOn(one)
    slow.isSlow = false
    await push('3')
    await expect.poll(() => first.bodies).toEqual(['1', '2', '3'])
    expect(second.bodies).toEqual(['2', '3'])
  })

  test('listeners that come at the same time each get every message once', async () => {
    const both = openHub(world.db)
    const [one, other] = await Promise.all([listenOn(both), listenOn(both)])
    for (const body of ['a', 'b', 'c']) await push(body)
    await expect
      .poll(() => [one.bodies, other.bodies])
      .toEqual([
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
      ])
    one.end()
    await push('d')
    await expect.poll(() => other.bodies).toEqual(['a', 'b', 'c', 'd'])
    expect(one.bodies).toEqual(['a', 'b', 'c'])
  })

  test('a listener after the last one has left gets the messages from then on', async () => {
    const one = openHub(world.db)
    const first = await listenOn(one)
    first.end()
    await push('unheard')
    const second = await listenOn(one)
    await push('heard')
    await expect.poll(() => second.bodies).toEqual(['heard'])
    expect(first.bodies).toEqual([])
  })
})
