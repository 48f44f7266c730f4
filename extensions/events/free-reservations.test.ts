import { describe, expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { eventBody } from '../../services/wallet/test/world/extensions/open-box-office.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { LNCALENDAR } from '../lncalendar/lncalendar.ts'
import { EVENTS } from './events.ts'

const ATTACKERS = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
const HONEST = '198.51.100.7'

/** Behind a proxy that reports the visitors, with the limits that most tests disable. */
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
        max_per_order: 4,
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

describe.each(LOGIC_DIALECTS)('reservations, on %s', (dialect) => {
  test('three addresses that never pay cannot reserve all tickets of an event', async () => {
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

  test('an address can use a discount code once until it has paid', async () => {
    const { world, owner, makeEvent, order } = await open(dialect)
    const event = await makeEvent({ promo_codes: [{ code: 'half', discount_percent: 50, max_uses: 4 }] })
    const first = await order(event, ATTACKERS[0] ?? '', { promo: 'half' })
    expect(first.status).toBe(201)
    for (const from of ATTACKERS) await order(event, from, { promo: 'HALF' })
    expect((await order(event, ATTACKERS[0] ?? '', { promo: 'half' })).status).toBe(429)
    expect((await order(event, HONEST, { promo: 'half' })).status).toBe(201)
    await world.send(owner, first.body.payment_request)
    await world.tick()
  })

  test('three addresses that never pay cannot reserve all slots of a calendar', async () => {
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

  test('an address may reserve as many tickets as one order allows, however few are left, paid or free', async () => {
    const { makeEvent, order } = await open(dialect)
    for (const price_per_ticket of [0, 5]) {
      for (const [amount_tickets, quantity] of [
        [1, 1],
        [3, 2],
        [6, 2],
        [6, 6],
        [39, 10],
      ]) {
        const event = await makeEvent({ amount_tickets, max_per_order: 10, price_per_ticket })
        expect([price_per_ticket, amount_tickets, (await order(event, HONEST, { quantity })).status]).toEqual([
          price_per_ticket,
          amount_tickets,
          201,
        ])
      }
    }
  })

  const LIMITS: readonly (readonly [price: number, quantities: readonly number[], en: string, de: string])[] = [
    [5, [4], 'At most 3 tickets in one order.', 'Höchstens 3 Karten in einer Bestellung.'],
    [
      5,
      [2, 2],
      'Unpaid tickets: at most 3 for one connection in an hour. Left for you: 1. Pay first.',
      'Unbezahlte Karten: höchstens 3 je Anschluss und Stunde. Für dich noch übrig: 1. Bezahle zuerst.',
    ],
    [
      0,
      [2, 2],
      'Free tickets: at most 3 for one connection in an hour. Left for you: 1.',
      'Kostenlose Karten: höchstens 3 je Anschluss und Stunde. Für dich noch übrig: 1.',
    ],
  ]

  test.each(LIMITS)(
    'of a ticket for %i sat, the quote and the refusal say the limit in the language of the visitor (%j)',
    async (price_per_ticket, quantities, en, de) => {
      const { world, makeEvent, order } = await open(dialect)
      const event = await makeEvent({ amount_tickets: 6, max_per_order: 3, price_per_ticket })
      const [first = 1, second] = quantities
      if (second !== undefined) expect((await order(event, HONEST, { quantity: first })).status).toBe(201)
      const quantity = second ?? first
      for (const [language, text] of [
        ['en', en],
        ['de-AT', de],
        [undefined, en],
      ]) {
        const headers = { 'x-forwarded-for': HONEST, ...(language !== undefined && { 'accept-language': language }) }
        const ask = (path: string, body: object) =>
          world.call('POST', `/events/public/${event}/${path}`, { body: { quantity, ...body }, headers })
        expect((await ask('quote', {})).body).toEqual({ text })
        const refused = await ask('tickets', { name: 'Ada', email: 'ada@example.com' })
        expect([refused.status, refused.body.detail]).toEqual([second === undefined ? 400 : 429, text])
      }
    },
  )

  test('a quote is in the language of the visitor, with the price and the discount', async () => {
    const { world, makeEvent } = await open(dialect)
    const event = await makeEvent({ price_per_ticket: 2500, promo_codes: [{ code: 'half', discount_percent: 50 }] })
    const quote = async (body: object, language: string) =>
      (await world.call('POST', `/events/public/${event}/quote`, { body, headers: { 'accept-language': language } }))
        .body
    expect(await quote({ quantity: 2 }, 'en')).toEqual({ text: '5,000 sat' })
    expect(await quote({ quantity: 2 }, 'de')).toEqual({ text: '5.000 sat' })
    expect(await quote({ quantity: 2, promo: 'HALF' }, 'en')).toEqual({ text: '2,500 sat (50 % less)' })
    expect(await quote({ quantity: 2, promo: 'half' }, 'de')).toEqual({ text: '2.500 sat (50 % weniger)' })
    expect(await quote({ quantity: 21 }, 'en')).toEqual({ text: 'At most 4 tickets in one order.' })
    const dear = await makeEvent({ price_per_ticket: 6_000_000 })
    const body = { quantity: 2, name: 'Ada', email: 'ada@example.com' }
    const ask = (path: string) => world.call('POST', `/events/public/${dear}/${path}`, { body })
    expect((await ask('quote')).body).toEqual({ text: 'At most 10,000,000 sat in one payment.' })
    expect(await ask('tickets')).toMatchObject({
      status: 400,
      body: { detail: 'At most 10,000,000 sat in one payment.' },
    })
  })
})
