import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { LNCALENDAR } from './lncalendar.ts'
import { addDays, dateIn, toIso } from './zone-time.ts'

const GOOD = {
  name: 'Lesson',
  start_day: 0,
  end_day: 6,
  start_time: '00:00',
  end_time: '23:30',
  slot_minutes: 30,
  amount: 21,
  lead_minutes: 0,
}

extensionContract(LNCALENDAR, {
  create: (n) => ({ ...GOOD, name: `Lesson ${n}` }),
  missing: 'start_day',
  patch: { name: 'Another lesson', slot_minutes: 60 },
  async settle(world, owner, { id }) {
    const [slot] = (await world.call('GET', `/lncalendar/public/${String(id)}/slots`)).body
    const body = { name: 'Ada', start: slot.start }
    const booked = await world.call('POST', `/lncalendar/public/${String(id)}/appointments`, { body })
    await world.send(owner, booked.body.payment_request)
  },
})

describe.each(LOGIC_DIALECTS)('a calendar, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  /** Far enough in the future for the clock of the tests. */
  let day: string
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [LNCALENDAR] })
    day = addDays(today(), 5)
    owner = await world.openWallet(50_000)
    await activateExtension(world, owner, 'lncalendar')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const create = (body: object) => world.call('POST', '/lncalendar/api/v1/', { key: owner.adminKey, body })
  const make = async (body: object = {}) => {
    const answer = await create({ ...GOOD, ...body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const today = () => dateIn('UTC', world.nowSeconds())
  const slots = async (id: string, query = `?from=${day}&to=${addDays(day, 2)}`): Promise<string[]> => {
    const { status, body } = await world.call('GET', `/lncalendar/public/${id}/slots${query}`)
    expect(status).toBe(200)
    return body.map(({ start }: { start: string }) => start)
  }
  const book = (id: string, start: string | undefined, more: object = {}) =>
    world.call('POST', `/lncalendar/public/${id}/appointments`, { body: { name: 'Ada', start, ...more } })
  const hold = async (id: string, start: string | undefined, more: object = {}) => {
    world.advance(60)
    const answer = await book(id, start, more)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const pay = async (pr: string) => {
    await world.send(owner, pr)
    await world.tick()
  }
  const stateOf = async (id: string, hash: string) =>
    (await world.call('GET', `/lncalendar/public/${id}/appointments/${hash}`)).body
  const own = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, key = owner.adminKey) =>
    world.call(method, `/lncalendar/api/v1/${path}`, { key, body })
  const deliveriesOf = (id: string) =>
    world.db
      .list(
        'SELECT body FROM deliveries',
        [],
        (row: { body: string }) => JSON.parse(row.body) as Record<string, unknown>,
      )
      .then((all) => all.filter(({ calendar }) => calendar === id))
  /** The payment arrives at the node in time, and the service is notified late. */
  const payLate = async (pr: string, hash: string) => {
    await world.send(owner, pr)
    return hash
  }

  test('a visitor books, pays, and has the slot; the owner’s webhook says who comes', async () => {
    const { id } = await make({ webhook_url: 'http://127.0.0.1:9999/x' })
    const [start, second] = await slots(id)
    const held = await hold(id, start, { email: 'ada@example.org', info: 'Engines' })
    expect(held).toMatchObject({ start, held_until: toIso(world.nowSeconds() + 900) })
    expect(await slots(id)).not.toContain(start)
    expect(await slots(id)).toContain(second)
    expect(await stateOf(id, held.payment_hash)).toMatchObject({ paid: false, expired: false })
    await pay(held.payment_request)
    const state = await stateOf(id, held.payment_hash)
    expect(state).toEqual({ paid: true, conflict: false, expired: false, start, end: second })
    const [one] = (await own('GET', `${id}/appointments`)).body
    const known = { name: 'Ada', email: 'ada@example.org', info: 'Engines', start, end: second }
    expect(one).toMatchObject({ ...known, paid: true, state: 'paid' })
    expect((await own('GET', id)).body.booked_count).toBe(1)
    expect(await deliveriesOf(id)).toMatchObject([{ event: 'appointment_paid', ...known, sats: 21 }])
    world.advance(3600)
    await world.tick()
    expect(await slots(id)).not.toContain(start)
    expect((await book(id, start)).body).toEqual({ detail: 'This slot is taken.', code: 'bad_request' })
  })

  test('of twenty concurrent bookings of one slot, one gets it', async () => {
    const { id } = await make()
    const [start] = await slots(id)
    world.advance(60)
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(id, start)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([201, 400, 429]).toContain(status)
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThan(0)
    expect((await own('GET', `${id}/appointments`)).body).toHaveLength(1)
  })

  test('an unpaid slot is free after 15 minutes, before any cleanup', async () => {
    const { id } = await make()
    const [, , start] = await slots(id)
    const first = await hold(id, start)
    world.advance(899)
    expect((await book(id, start)).status).toBe(400)
    world.advance(1)
    expect(await slots(id)).toContain(start)
    expect(await stateOf(id, first.payment_hash)).toMatchObject({ paid: false, expired: true })
    await pay((await hold(id, start)).payment_request)
    expect(await slots(id)).not.toContain(start)
  })

  test('lapsed holds are freed, and the visitor’s data is deleted a day later', async () => {
    const { id } = await make()
    const [, , start] = await slots(id)
    await hold(id, start)
    world.advance(1200)
    await world.tick()
    expect((await own('GET', `${id}/appointments`)).body).toMatchObject([{ state: 'lapsed', paid: false }])
    world.advance(24 * 3600)
    await world.tick()
    expect((await own('GET', `${id}/appointments`)).body).toEqual([])
  })

  test('a payment noticed after another visitor got the slot is a conflict, and the owner’s webhook says so', async () => {
    const { id } = await make({ webhook_url: 'http://127.0.0.1:9999/x' })
    const [, , start] = await slots(id)
    const first = await hold(id, start)
    await payLate(first.payment_request, first.payment_hash)
    world.advance(901)
    const second = await hold(id, start, { name: 'Bob' })
    await pay(second.payment_request)
    expect(await stateOf(id, second.payment_hash)).toMatchObject({ paid: true, conflict: false })
    expect(await stateOf(id, first.payment_hash)).toMatchObject({
      paid: true,
      conflict: true,
      text: expect.any(String),
    })
    expect((await own('GET', id)).body.booked_count).toBe(1)
    const deliveries = await deliveriesOf(id)
    expect(deliveries.map(({ event, name }) => `${String(event)} ${String(name)}`).sort()).toEqual([
      'appointment_conflict Ada',
      'appointment_paid Bob',
    ])
  })

  test('a payment noticed late still gets the slot while no other booking has it', async () => {
    const { id } = await make()
    const [, , start] = await slots(id)
    const held = await hold(id, start)
    const { id: appointment } = (await own('GET', `${id}/appointments`)).body[0]
    await payLate(held.payment_request, held.payment_hash)
    world.advance(901)
    await world.tick()
    expect((await own('GET', `${id}/appointments`)).body).toMatchObject([{ id: appointment, state: 'paid' }])
    expect(await slots(id)).not.toContain(start)
  })

  test('money for a booking that the owner has deleted is a conflict, never lost', async () => {
    const { id } = await make({ webhook_url: 'http://127.0.0.1:9999/x' })
    const [, , start] = await slots(id)
    const held = await hold(id, start)
    const [{ id: appointment }] = (await own('GET', `${id}/appointments`)).body
    expect((await own('DELETE', `${id}/appointments/${appointment}`)).status).toBe(200)
    expect((await own('DELETE', `${id}/appointments/${appointment}`)).status).toBe(404)
    expect(await slots(id)).toContain(start)
    await pay(held.payment_request)
    expect(await deliveriesOf(id)).toMatchObject([{ event: 'appointment_conflict', name: 'unknown', start, sats: 21 }])
    expect(await slots(id)).toContain(start)
  })

  test('a paid booking keeps its time when the slots of the calendar change', async () => {
    const { id } = await make({ slot_minutes: 60 })
    const [, , , start = ''] = await slots(id)
    await pay((await hold(id, start)).payment_request)
    await world.call('PUT', `/lncalendar/api/v1/${id}`, { key: owner.adminKey, body: { slot_minutes: 30 } })
    const half = toIso(Date.parse(start) / 1000 + 1800)
    expect(await slots(id)).not.toContain(start)
    expect(await slots(id)).not.toContain(half)
    expect((await book(id, half)).status).toBe(400)
    expect(await slots(id)).toContain(toIso(Date.parse(start) / 1000 + 3600))
  })

  test('a closed time over midnight closes the slots that it touches, on both days', async () => {
    const { id } = await make()
    const next = addDays(day, 1)
    const range = { start: `${day}T22:15:00Z`, end: `${next}T02:00:00+00:00`, name: 'Party' }
    const made = await own('POST', `${id}/unavailable`, range)
    expect(made).toMatchObject({ status: 201, body: { name: 'Party', end: `${next}T02:00:00Z` } })
    expect((await own('GET', `${id}/unavailable`, undefined, owner.invoiceKey)).body).toEqual([made.body])
    const free = await slots(id)
    expect(free).toContain(`${day}T21:30:00Z`)
    for (const closed of [`${day}T22:00:00Z`, `${day}T23:00:00Z`, `${next}T00:00:00Z`, `${next}T01:30:00Z`]) {
      expect(free).not.toContain(closed)
    }
    expect(free).toContain(`${next}T02:00:00Z`)
    expect((await book(id, `${day}T23:00:00Z`)).status).toBe(400)
    expect((await own('DELETE', `${id}/unavailable/${made.body.id}`)).status).toBe(200)
    expect(await slots(id)).toContain(`${next}T00:00:00Z`)
  })

  test('only the admin key of the wallet sees who has booked', async () => {
    const { id } = await make()
    const other = await make()
    const [start] = await slots(id)
    const held = await hold(id, start, { email: 'ada@example.org' })
    const [{ id: appointment }] = (await own('GET', `${id}/appointments`)).body
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'lncalendar')
    const range = { start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00Z' }
    const { body: closed } = await own('POST', `${id}/unavailable`, range)
    for (const [method, path, body] of [
      ['GET', 'appointments'],
      ['DELETE', `appointments/${appointment}`],
      ['POST', 'unavailable', range],
      ['DELETE', `unavailable/${closed.id}`],
    ] as const) {
      expect((await world.call(method, `/lncalendar/api/v1/${id}/${path}`, { body })).status).toBe(401)
      expect((await own(method, `${id}/${path}`, body, owner.invoiceKey)).status).toBe(403)
      expect((await own(method, `${id}/${path}`, body, stranger.adminKey)).status).toBe(404)
    }
    expect((await own('DELETE', `${other.id}/appointments/${appointment}`)).status).toBe(404)
    expect((await own('DELETE', `${other.id}/unavailable/${closed.id}`)).status).toBe(404)
    expect((await stateOf(other.id, held.payment_hash)).detail).toBe('There is no such booking.')
    const seen = [
      await world.call('GET', `/lncalendar/public/${id}`),
      await world.call('GET', `/lncalendar/public/${id}/slots`),
      await world.call('GET', `/lncalendar/public/${id}/appointments/${held.payment_hash}`),
      await world.call('GET', `/lncalendar/p/${id}`),
    ]
    for (const { status, body } of seen) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain('Ada')
      expect(JSON.stringify(body)).not.toContain('example.org')
    }
  })

  test('slots are offered between lead time and horizon, and at most 31 days in one request', async () => {
    const { id } = await make({ lead_minutes: 600, horizon_days: 2 })
    const free = await slots(id, '')
    expect(Date.parse(free[0] ?? '') / 1000).toBeGreaterThanOrEqual(world.nowSeconds() + 36_000)
    expect(Date.parse(free.at(-1) ?? '') / 1000).toBeLessThanOrEqual(world.nowSeconds() + 2 * 86_400)
    const far = toIso(Date.parse(free.at(-1) ?? '') / 1000 + 2 * 86_400)
    for (const start of [far, toIso(world.nowSeconds()), `${addDays(today(), 1)}T12:01:00Z`]) {
      expect((await book(id, start)).status).toBe(400)
    }
    const ask = (query: string) => world.call('GET', `/lncalendar/public/${id}/slots?${query}`)
    expect((await ask('from=2027-01-01&to=2027-01-31')).status).toBe(200)
    expect((await ask('from=2027-01-01&to=2027-02-01')).status).toBe(422)
    expect((await ask('from=2027-01-02&to=2027-01-01')).status).toBe(422)
    expect((await ask('from=tomorrow')).status).toBe(422)
  })

  test('an invalid booking is rejected', async () => {
    const { id } = await make()
    const [start] = await slots(id)
    expect((await book(id, undefined)).status).toBe(422)
    expect((await book(id, 'soon')).status).toBe(422)
    expect((await book(id, '2027-02-30T99:00:00Z')).status).toBe(422)
    expect((await book(id, '2027-02-30T10:00:00Z')).status).toBe(422)
    expect((await book(id, start, { name: '' })).status).toBe(422)
    expect((await book(id, start, { info: 'x'.repeat(501) })).status).toBe(422)
    expect((await book(id, start, { email: 'no-address' })).status).toBe(422)
    expect((await book('nothing', start)).status).toBe(404)
    expect((await world.call('GET', '/lncalendar/public/nothing/slots')).status).toBe(404)
    expect((await world.call('GET', '/lncalendar/p/nothing')).status).toBe(404)
    for (const body of [
      { start: 'x', end: 'y' },
      { start: '2030-01-02T00:00:00Z', end: '2030-01-01T00:00:00Z' },
    ]) {
      expect((await own('POST', `${id}/unavailable`, body)).status).toBe(422)
    }
  })
})
