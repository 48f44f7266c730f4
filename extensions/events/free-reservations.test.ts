import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/world/extensions/activate-extension.ts'
import { eventBody } from '../../services/wallet/world/extensions/open-box-office.ts'
import { openWorld } from '../../services/wallet/world/open-world.ts'
import { DIALECTS } from '../../services/wallet/world/test-database.ts'
import { LNCALENDAR } from '../lncalendar/lncalendar.ts'
import { EVENTS } from './events.ts'

const ATTACKERS = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
const HONEST = '198.51.100.7'

/** Behind a proxy that names the visitors, with the limits that are off in most tests. */
async function open(dialect: 'sqlite' | 'postgres') {
  const env = { SERVICE_RATE_LIMIT_NO: '100000', SERVICE_TRUSTED_PROXIES: '127.0.0.1' }
  const world = await openWorld({ dialect, builtIns: [EVENTS, LNCALENDAR], env })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  const owner = await world.openWallet(10_000)
  for (const id of ['events', 'lncalendar']) await activateExtension(world, owner, id)
  const create = async (ext: string, body: object): Promise<string> => {
    const answer = await world.call('POST', `/${ext}/api/v1/`, { key: owner.adminKey, body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body.id
  }
  const post = (path: string, body: object, from: string) =>
    world.call('POST', path, { body, headers: { 'x-forwarded-for': from } })
  return {
    world,
    owner,
    post,
    makeEvent: (body: object = {}) =>
      create('events', {
        ...eventBody(),
        amount_tickets: 20,
        ...body,
      }),
    makeCalendar: () =>
      create('lncalendar', {
        name: 'Studio',
        start_day: 0,
        end_day: 6,
        start_time: '09:00',
        end_time: '17:00',
        slot_minutes: 60,
        amount: 100,
      }),
    order: (id: string, from: string, body: object = {}) =>
      post(`/events/public/${id}/tickets`, { name: 'Ada', email: 'ada@example.com', ...body }, from),
  }
}

test.each(DIALECTS)('three addresses that pay nothing cannot sell out an event, on %s', async (dialect) => {
  const { world, owner, makeEvent, order } = await open(dialect)
  const event = await makeEvent()
  for (const from of ATTACKERS) {
    for (const quantity of [10, 5, 3, 2, 1, 1]) await order(event, from, { quantity })
  }
  const bought = await order(event, HONEST, { quantity: 4 })
  expect(bought).toMatchObject({ status: 201 })
  await world.send(owner, bought.body.payment_request)
  await world.tick()
  const refused = await order(event, ATTACKERS[0] ?? '')
  expect(refused.status).toBe(429)
  world.advance(660)
  await world.tick()
  expect((await order(event, ATTACKERS[0] ?? '', { quantity: 2 })).status).toBe(429)
  for (let n = 0; n < 2; n += 1) {
    const more = await order(event, HONEST, { quantity: 3 })
    expect(more).toMatchObject({ status: 201 })
    await world.send(owner, more.body.payment_request)
    await world.tick()
  }
})

test('a code is used once by an address until it has paid', async () => {
  const { world, owner, makeEvent, order } = await open('sqlite')
  const event = await makeEvent({ promo_codes: [{ code: 'half', discount_percent: 50, max_uses: 4 }] })
  const first = await order(event, ATTACKERS[0] ?? '', { promo: 'half' })
  expect(first.status).toBe(201)
  for (const from of ATTACKERS) await order(event, from, { promo: 'HALF' })
  expect((await order(event, ATTACKERS[0] ?? '', { promo: 'half' })).status).toBe(429)
  expect((await order(event, HONEST, { promo: 'half' })).status).toBe(201)
  await world.send(owner, first.body.payment_request)
  await world.tick()
})

test.each(DIALECTS)('three addresses that pay nothing cannot fill a calendar, on %s', async (dialect) => {
  const { world, owner, makeCalendar, post } = await open(dialect)
  const calendar = await makeCalendar()
  const freeSlots = async (): Promise<{ start: string }[]> =>
    (await world.call('GET', `/lncalendar/public/${calendar}/slots`)).body
  const book = (start: string, from: string) =>
    post(`/lncalendar/public/${calendar}/appointments`, { name: 'Ada', start }, from)
  const all = await freeSlots()
  const answers = await Promise.all(
    all.slice(0, 24).map(({ start }, index) => book(start, ATTACKERS[index % ATTACKERS.length] ?? '')),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
  expect(await freeSlots()).toHaveLength(all.length - 6)
  for (let n = 0; n < 3; n += 1) {
    const [slot] = await freeSlots()
    const booked = await book(slot?.start ?? '', HONEST)
    expect(booked.status).toBe(201)
    await world.send(owner, booked.body.payment_request)
    await world.tick()
  }
  world.advance(1200)
  await world.tick()
  expect((await book((await freeSlots())[0]?.start ?? '', ATTACKERS[0] ?? '')).status).toBe(429)
})
