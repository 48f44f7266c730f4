import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BoxOffice, openBoxOffice } from '../../services/wallet/test/world/extensions/open-box-office.ts'
import { type LnurlService, openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { EVENTS } from './events.ts'

describe.each(LOGIC_DIALECTS)('refunds of tickets, on %s', (dialect) => {
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

  test('a conditional event that fails refunds each ticket once, over a crash in between', async () => {
    const event = await office.make({ conditional: true, min_tickets: 5 })
    expect((await office.buy(event.id)).status).toBe(422)
    expect((await office.buy(event.id, { refund_address: 'nonsense' })).status).toBe(422)
    const before = elsewhere.invoices.length
    const order = await office.buyAndPay(event.id, { quantity: 3, refund_address: address() })
    expect(await office.page(`/p/${event.id}`)).toContain('3 of the 5 tickets')
    const balance = await office.world.balanceMsat(office.owner)
    // One ticket is paid, then all routes fail.
    let asked = 0
    elsewhere.before = async () => {
      asked += 1
      if (asked > 1) elsewhere.refusal = 'not now'
    }
    office.world.advance(6 * 86_400)
    await office.world.tick()
    expect(await office.see(event.id)).toMatchObject({ canceled: true, refunds: 'running' })
    await office.minutes(1)
    await office.world.restart()
    await office.minutes(2)
    expect(await office.see(event.id)).toMatchObject({ refunds: 'owed', refunded_sat: 100 })
    elsewhere.before = () => Promise.resolve()
    elsewhere.refusal = undefined
    await office.world.restart()
    office.world.advance(3600)
    await office.minutes(3)
    await office.world.restart()
    await office.minutes(2)
    expect(await office.see(event.id)).toMatchObject({ refunds: 'done', refunded_sat: 300, received_sat: 300 })
    expect(await office.ticketsOf(event.id)).toMatchObject([{ refunded: true }, { refunded: true }, { refunded: true }])
    expect(balance - (await office.world.balanceMsat(office.owner))).toBeGreaterThanOrEqual(300_000)
    expect(balance - (await office.world.balanceMsat(office.owner))).toBeLessThan(310_000)
    expect(elsewhere.invoices.length - before).toBe(3)
    const [{ id }] = await office.ticketsOf(event.id)
    expect((await office.register(event.id, id)).status).toBe(400)
    expect(await office.page(`/order/${order.order}`)).toContain('refunded')
  }, 30_000)

  test('a conditional event with enough tickets takes place', async () => {
    const event = await office.make({ conditional: true, min_tickets: 2 })
    await office.buyAndPay(event.id, { quantity: 2, refund_address: address() })
    office.world.advance(6 * 86_400)
    await office.world.tick()
    office.world.advance(3600)
    await office.minutes(1)
    expect(await office.see(event.id)).toMatchObject({ canceled: false, decision: 'made', refunded_sat: 0 })
    expect((await office.buy(event.id, { refund_address: address() })).body).toEqual({
      detail: 'Tickets are not sold any more.',
      code: 'bad_request',
    })
  }, 30_000)

  test('a canceled event asks for addresses it does not have, and refunds go there', async () => {
    const event = await office.make({ amount_tickets: 20 })
    const order = await office.buyAndPay(event.id, { quantity: 2 })
    const open = await office.buy(event.id)
    expect((await office.change(event.id, { canceled: true })).body).toMatchObject({
      canceled: true,
      refunds: 'running',
    })
    expect((await office.change(event.id, { canceled: false })).status).toBe(400)
    expect((await office.buy(event.id)).body).toEqual({ detail: 'This event has been cancelled.', code: 'bad_request' })
    await office.pay(open.body.payment_request)
    await office.minutes(2)
    const tickets = await office.ticketsOf(event.id)
    expect(tickets.map(({ refund }: { refund: string }) => refund)).toEqual(['address', 'address', 'address'])
    expect(await office.see(event.id)).toMatchObject({ sold: 2, reserved: 0, received_sat: 300 })
    expect(await office.mailsOf(order.order)).toHaveLength(2)
    expect(await office.page(`/order/${order.order}`)).toContain('Your Lightning address')
    const refund = (path: string, key?: string) =>
      office.world.call(key === undefined ? 'POST' : 'PUT', path, { key, body: { refund_address: address() } })
    expect((await refund(`/events/order/${order.order}/refund`)).status).toBe(200)
    expect((await refund(`/events/order/${order.order}/refund`)).status).toBe(400)
    const mine = `/events/api/v1/${event.id}/tickets/${tickets[0].id}/refund`
    expect((await refund(mine, office.owner.invoiceKey)).status).toBe(403)
    expect((await refund(mine, office.owner.adminKey)).body).toMatchObject({ refund: 'due', refund_address: address() })
    expect(
      (await office.world.call('DELETE', `/events/api/v1/${event.id}`, { key: office.owner.adminKey })).status,
    ).toBe(400)
    await office.minutes(2)
    expect(await office.see(event.id)).toMatchObject({ refunded_sat: 300, refunds: 'done' })
    expect(
      (await office.world.call('DELETE', `/events/api/v1/${event.id}`, { key: office.owner.adminKey })).status,
    ).toBe(200)
  }, 30_000)

  test('a refund that fails is tried again every hour, is given up in the end, and can be sent elsewhere', async () => {
    const event = await office.make()
    await office.buyAndPay(event.id, { refund_address: address() })
    elsewhere.refusal = 'not today'
    await office.change(event.id, { canceled: true })
    for (let hour = 0; hour < 7; hour += 1) {
      office.world.advance(3600)
      await office.world.tick()
      await office.minutes(2)
    }
    expect(await office.see(event.id)).toMatchObject({ refunded_sat: 0 })
    const [ticket] = await office.ticketsOf(event.id)
    expect(ticket).toMatchObject({ refund: 'failed', refunded: false })
    elsewhere.refusal = undefined
    const path = `/events/api/v1/${event.id}/tickets/${ticket.id}/refund`
    await office.world.call('PUT', path, {
      key: office.owner.adminKey,
      body: { refund_address: `other@${elsewhere.host}` },
    })
    await office.minutes(2)
    expect(await office.ticketsOf(event.id)).toMatchObject([{ refunded: true }])
    expect(await office.see(event.id)).toMatchObject({ refunded_sat: 100 })
  }, 30_000)

  const remove = async (id: string): Promise<number> =>
    (await office.world.call('DELETE', `/events/api/v1/${id}`, { key: office.owner.adminKey })).status

  test('a cancelled event cannot be deleted while a buyer is owed money; an address from the owner resolves that', async () => {
    const event = await office.make()
    await office.buyAndPay(event.id)
    const late = await office.buy(event.id)
    await office.change(event.id, { canceled: true })
    expect(await remove(event.id)).toBe(400)
    await office.minutes(2)
    expect(await office.ticketsOf(event.id)).toMatchObject([{ refund: 'address' }])
    expect(await office.see(event.id)).toMatchObject({ refunds: 'owed', refunded_sat: 0 })
    expect(await remove(event.id)).toBe(400)
    const redirect = async () => {
      for (const { id, refund } of await office.ticketsOf(event.id)) {
        if (refund !== 'address') continue
        const path = `/events/api/v1/${event.id}/tickets/${id}/refund`
        await office.world.call('PUT', path, { key: office.owner.adminKey, body: { refund_address: address() } })
      }
      await office.minutes(2)
    }
    await redirect()
    expect(await office.see(event.id)).toMatchObject({ refunds: 'done', refunded_sat: 100 })
    await office.pay(late.body.payment_request)
    expect(await office.see(event.id)).toMatchObject({ refunds: 'owed', refunded_sat: 100 })
    expect(await remove(event.id)).toBe(400)
    await office.minutes(2)
    await redirect()
    expect(await office.see(event.id)).toMatchObject({ refunds: 'done', refunded_sat: 200 })
    expect(await remove(event.id)).toBe(200)
  }, 30_000)

  test('a buyer who names no address for 90 days does not keep the event forever', async () => {
    const event = await office.make()
    await office.buyAndPay(event.id)
    await office.change(event.id, { canceled: true })
    await office.minutes(2)
    office.world.advance(90 * 86_400 - 600)
    await office.world.tick()
    expect(await remove(event.id)).toBe(400)
    office.world.advance(600)
    expect(await office.see(event.id)).toMatchObject({ refunds: 'owed', refunded_sat: 0 })
    expect(await remove(event.id)).toBe(200)
  }, 30_000)
})
