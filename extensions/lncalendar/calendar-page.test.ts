import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/world/open-world.ts'
import { LNCALENDAR } from './lncalendar.ts'
import { addDays, dateIn } from './zone-time.ts'

const GOOD = { name: 'Lesson', start_day: 0, end_day: 6, start_time: '00:00', end_time: '23:30', amount: 21 }

describe('a calendar and its page', () => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', builtIns: [LNCALENDAR] })
    owner = await world.openWallet()
    await activateExtension(world, owner, 'lncalendar')
  })
  afterAll(() => world.close())

  const create = (body: object) => world.call('POST', '/lncalendar/api/v1/', { key: owner.adminKey, body })

  test('the page offers the free slots in the calendar’s own time, and shows names as text', async () => {
    const { body: made } = await create({
      ...GOOD,
      name: '<b>Lesson</b>',
      timezone: 'Asia/Kathmandu',
      start_time: '09:00',
      end_time: '09:30',
    })
    const { id } = made
    const { body } = await world.call('GET', `/lncalendar/p/${id}`)
    expect(body).toContain('&lt;b&gt;Lesson')
    expect(body).toContain('09:00')
    expect(body).toContain('T03:15:00Z')
    expect(body).toContain('Asia/Kathmandu')
    expect(body).toContain('Later days')
    const late = await world.call('GET', `/lncalendar/p/${id}?from=${addDays(dateIn('UTC', world.nowSeconds()), 70)}`)
    expect(late.body).toContain('Nothing is free')
    expect(late.body).not.toContain('Later days')
    // Who took the last slot finds its invoice again there.
    expect(late.body).toContain(`data-action="/lncalendar/public/${id}/appointments"`)
    expect(late.body).not.toContain('Book and pay')
  })

  test.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ end_time: '00:00' }, 'end_time'],
    [{ start_time: '09:00', end_time: '09:29' }, 'end_time'],
    [{ start_time: '24:00' }, 'start_time'],
    [{ end_day: 7 }, 'end_day'],
    [{ slot_minutes: 4 }, 'slot_minutes'],
    [{ slot_minutes: 481 }, 'slot_minutes'],
    [{ horizon_days: 366 }, 'horizon_days'],
    [{ amount: 0 }, 'amount'],
    [{ currency: 'XXX' }, 'currency'],
  ])('%j is refused with 422 that names the field', async (body, field) => {
    const answer = await create({ ...GOOD, ...body })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })
})
