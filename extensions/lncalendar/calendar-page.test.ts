import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../services/wallet/test/world/accounts/verify-email.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
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

  test('the page lists free slots in the time zone of the calendar, and shows names as text', async () => {
    const { body: made } = await create({
      ...GOOD,
      name: '<b>Lesson</b>',
      timezone: 'Asia/Kathmandu',
      start_time: '09:00',
      end_time: '09:30',
    })
    const { id } = made
    const { body } = await world.call('GET', `/lncalendar/p/${id}`)
    for (const text of ['&lt;b&gt;Lesson', 'Asia/Kathmandu', 'Choose a day', '1 free', 'Later days'])
      expect(body).toContain(text)
    // The visitor chooses a day first, then one of its times.
    expect(body).not.toContain('T03:15:00Z')
    const [, day = ''] = /href="([^"]+\?day=[^"]+)"/.exec(body) ?? []
    const oneDay = await world.call('GET', day)
    for (const text of ['09:00', 'T03:15:00Z', 'Book and pay', 'Other days']) expect(oneDay.body).toContain(text)
    const late = await world.call('GET', `/lncalendar/p/${id}?from=${addDays(dateIn('UTC', world.nowSeconds()), 70)}`)
    expect(late.body).toContain('Nothing is free')
    expect(late.body).not.toContain('Later days')
    // The visitor who took the last slot finds the invoice there again.
    expect(late.body).toContain(`data-action="/lncalendar/public/${id}/appointments"`)
    expect(late.body).not.toContain('Book and pay')
  })

  test.each(['24:00', '00:00', '23:59'])('with an end of %s the last slot of the day is booked', async (end_time) => {
    const { status, body: made } = await create({ ...GOOD, start_time: '22:00', end_time, slot_minutes: 60 })
    expect([status, made.end_time]).toEqual([201, end_time])
    const day = addDays(dateIn('UTC', world.nowSeconds()), 3)
    const { body: slots } = await world.call('GET', `/lncalendar/public/${made.id}/slots?from=${day}&to=${day}`)
    const last = slots.at(-1)
    expect([last.start, last.end]).toEqual([`${day}T23:00:00Z`, `${addDays(day, 1)}T00:00:00Z`])
    const booked = await world.call('POST', `/lncalendar/public/${made.id}/appointments`, {
      body: { name: 'Ada', start: last.start },
    })
    expect(booked.status).toBe(201)
    const left = await world.call('GET', `/lncalendar/public/${made.id}/slots?from=${day}&to=${day}`)
    expect(left.body).toHaveLength(1)
  })

  test('a paid booking is confirmed by page, calendar entry and mail; an unpaid one is not', async () => {
    await verifyEmail(world, owner, 'shop@x.example')
    const { body: made } = await create({ ...GOOD, name: 'Cut, wash; dry', timezone: 'Europe/Lisbon' })
    const [slot] = (await world.call('GET', `/lncalendar/public/${made.id}/slots`)).body
    const sent = { name: 'Ada', email: 'ada@x.example', start: slot.start }
    const { body: booked } = await world.call('POST', `/lncalendar/public/${made.id}/appointments`, { body: sent })
    const page = `/lncalendar/p/${made.id}/booking/${booked.payment_hash}`
    const file = `/lncalendar/public/${made.id}/appointments/${booked.payment_hash}/calendar.ics`
    expect((await world.call('GET', file)).status).toBe(404)
    expect((await world.call('GET', page)).body).not.toContain(file)
    await world.send(await world.openWallet(1000), booked.payment_request)
    await world.tick()
    expect((await world.call('GET', page)).body).toMatch(new RegExp(`the slot is yours[^]*Europe/Lisbon[^]*${file}`))
    const { headers, body: entry } = await world.call('GET', file)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    const start = String(slot.start).replaceAll(/[-:]/g, '')
    expect(entry).toContain(`\r\nDTSTART:${start}\r\n`)
    expect(entry).toContain('\r\nSUMMARY:Cut\\, wash\\; dry\r\n')
    const mails = await world.db.list(
      `SELECT payload FROM extension_jobs WHERE kind = 'mail'`,
      [],
      (row: { payload: string }) => JSON.parse(row.payload) as { to: string; text: string },
    )
    expect(mails).toMatchObject([{ to: 'ada@x.example', text: expect.stringContaining(page) }])
  })

  test.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ end_time: '24:01' }, 'end_time'],
    [{ start_time: '23:59', end_time: '24:00' }, 'end_time'],
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
