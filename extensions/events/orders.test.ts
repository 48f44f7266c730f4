import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BoxOffice, openBoxOffice } from '../../services/wallet/test/world/extensions/open-box-office.ts'
import { type LnurlService, openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { EVENTS } from './events.ts'

const ascending = (one: number, other: number): number => one - other

describe.each(LOGIC_DIALECTS)('orders of tickets, on %s', (dialect) => {
  let office: BoxOffice
  let elsewhere: LnurlService
  beforeAll(async () => {
    office = await openBoxOffice(dialect, EVENTS)
  })
  beforeEach(async () => {
    elsewhere = await openLnurlService(office.world)
  })
  afterAll(() => office.close())

  const address = (): string => `ada@${elsewhere.host}`

  test('fifty concurrent buyers get ten tickets, and an expired reservation is free again', async () => {
    const event = await office.make()
    const answers = await Promise.all(Array.from({ length: 50 }, () => office.buy(event.id)))
    const bought = answers.filter(({ status }) => status === 201)
    expect(bought).toHaveLength(10)
    expect(await office.see(event.id)).toMatchObject({ reserved: 10, sold: 0 })
    for (const { body } of bought.slice(0, 4)) await office.world.send(office.payer, body.payment_request)
    await office.world.tick()
    expect(await office.see(event.id)).toMatchObject({ reserved: 6, sold: 4 })
    expect((await office.buy(event.id)).body).toEqual({ detail: 'Sold out.', code: 'bad_request' })
    office.world.advance(600)
    // Before the job runs.
    expect((await office.buy(event.id, { quantity: 6 })).status).toBe(201)
    await office.world.restart()
    await office.minutes(1)
    expect(await office.see(event.id)).toMatchObject({ reserved: 6, sold: 4 })
    await office.minutes(11)
    expect(await office.see(event.id)).toMatchObject({ reserved: 0, sold: 4 })
    expect(await office.ticketsOf(event.id)).toHaveLength(4)
  }, 30_000)

  test('tickets that are paid but not booked yet are not released', async () => {
    const event = await office.make()
    const { body } = await office.buy(event.id)
    await office.world.send(office.payer, body.payment_request)
    office.world.advance(700)
    expect((await office.buy(event.id, { quantity: 10 })).body).toEqual({
      detail: 'Tickets left: 9.',
      code: 'bad_request',
    })
    await office.world.tick()
    expect(await office.see(event.id)).toMatchObject({ sold: 1, reserved: 0 })
  })

  test('a payment after the release gets a free ticket, or is refunded', async () => {
    const event = await office.make({ amount_tickets: 2 })
    const before = elsewhere.invoices.length
    const orders = [await office.buy(event.id), await office.buy(event.id, { refund_address: address() })]
    // The node has the payment, and reports it only after the orders have been released.
    for (const { body } of orders) {
      await office.world.node.sendControl('POST /receive', { hash: body.payment_hash, notify: 'none' })
    }
    office.world.advance(660)
    const last = await office.buy(event.id)
    expect(last.status).toBe(201)
    expect(await office.see(event.id)).toMatchObject({ reserved: 1, sold: 0 })
    await office.minutes(3)
    expect(await office.see(event.id)).toMatchObject({ sold: 1, reserved: 1, received_sat: 200 })
    await office.pay(last.body.payment_request)
    await office.minutes(3)
    expect(await office.see(event.id)).toMatchObject({ sold: 2, reserved: 0, received_sat: 300 })
    const states = (await office.ticketsOf(event.id)).map(({ refund }: { refund?: string }) => refund ?? 'valid')
    expect(states.filter((state: string) => state === 'valid')).toHaveLength(2)
    expect(['address', 'paid']).toContain(states.find((state: string) => state !== 'valid'))
    expect(elsewhere.invoices.length - before).toBe(states.includes('paid') ? 1 : 0)
  })

  test('a fiat price with a discount is exact, and the code stops working at its limit', async () => {
    const codes = [
      { code: 'Half', discount_percent: 50, max_uses: 2 },
      { code: 'off', discount_percent: 10, active: false },
    ]
    const event = await office.make({ price_per_ticket: 0.3, currency: 'USD', promo_codes: codes })
    expect((await office.buy(event.id, { quantity: 3 })).body.sat).toBe(1800)
    const quote = (body: object) => office.world.call('POST', `/events/public/${event.id}/quote`, { body })
    expect((await quote({ quantity: 3, promo: 'half' })).body).toEqual({ text: '900 sat (50 % less)' })
    const uses = await Promise.all([1, 2, 3, 4].map(() => office.buy(event.id, { promo: 'HALF' })))
    expect(uses.map(({ status }) => status).toSorted(ascending)).toEqual([201, 201, 400, 400])
    expect(uses.find(({ status }) => status === 201)?.body.sat).toBe(300)
    expect((await office.buy(event.id, { promo: 'half' })).body).toEqual({
      detail: 'This code has been used up.',
      code: 'bad_request',
    })
    for (const promo of ['off', 'none']) expect((await office.buy(event.id, { promo })).status).toBe(400)
    await office.minutes(12)
    expect((await office.buy(event.id, { promo: 'half' })).status).toBe(201)
    const { body } = await office.world.call('GET', `/events/public/${event.id}`)
    expect(JSON.stringify(body)).not.toContain('Half')
  })

  test('a discount of 100 percent makes the ticket free', async () => {
    const event = await office.make({ promo_codes: [{ code: 'guest', discount_percent: 100 }] })
    const { body } = await office.buy(event.id, { promo: 'guest' })
    expect(body).toMatchObject({ paid: true, sat: 0 })
    expect(body).not.toHaveProperty('payment_request')
    expect(await office.page(`/order/${body.order}`)).toContain('valid')
    expect(await office.see(event.id)).toMatchObject({ sold: 1, reserved: 0, received_sat: 0 })
  })
})
