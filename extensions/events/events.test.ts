import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../services/wallet/test/world/accounts/verify-email.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import {
  type BoxOffice,
  BUYER,
  eventBody,
  openBoxOffice,
} from '../../services/wallet/test/world/extensions/open-box-office.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { EVENTS } from './events.ts'

const ascending = (one: number, other: number): number => one - other

extensionContract(EVENTS, {
  create: (n) => ({ ...eventBody(), name: `Concert ${n}` }),
  missing: 'closing_date',
  patch: { name: 'Another concert', amount_tickets: 20 },
  async settle(world, owner, item) {
    const { body } = await world.call('POST', `/events/public/${String(item['id'])}/tickets`, { body: BUYER })
    await world.send(owner, body.payment_request)
  },
})

describe.each(LOGIC_DIALECTS)('events, on %s', (dialect) => {
  let office: BoxOffice
  beforeAll(async () => {
    office = await openBoxOffice(dialect, EVENTS)
  })
  afterAll(() => office.close())

  test('a ticket is bought, mailed, shown and scanned once', async () => {
    await verifyEmail(office.world, office.owner, 'office@example.com')
    const event = await office.make({ mail_text: 'Bring a hat.' })
    const bought = await office.buy(event.id, { quantity: 2 })
    expect(bought).toMatchObject({ status: 201, body: { paid: false, sat: 200 } })
    expect(await office.see(event.id)).toMatchObject({ reserved: 2, sold: 0 })
    expect(await office.ticketsOf(event.id)).toEqual([])
    await office.pay(bought.body.payment_request)
    expect(await office.see(event.id)).toMatchObject({ reserved: 0, sold: 2, received_sat: 200 })
    const tickets = await office.ticketsOf(event.id)
    expect(tickets).toMatchObject([
      { ...BUYER, paid: true, sat: 100, refunded: false },
      { ...BUYER, paid: true, sat: 100, refunded: false },
    ])
    expect(tickets.map(({ id }: { id: string }) => id)).not.toContain(bought.body.payment_hash)
    expect(await office.mailsOf(bought.body.order)).toMatchObject([expect.stringContaining('Bring a hat.')])
    expect(await office.page(`/order/${bought.body.order}`)).toContain(`/events/ticket/${tickets[0].id}`)
    const shown = await office.page(`/ticket/${tickets[0].id}`)
    expect(shown).toContain('valid')
    for (const secret of ['Ada', 'ada@example.com', bought.body.order]) expect(shown).not.toContain(secret)

    const [{ id }] = tickets
    const first = await office.register(event.id, id)
    expect(first).toMatchObject({ status: 200, body: { id, name: BUYER.name } })
    office.world.advance(5)
    const second = await office.register(event.id, id)
    expect(second).toMatchObject({
      status: 400,
      body: { detail: `Already registered at ${first.body.registered_at}.` },
    })
    expect(await office.page(`/ticket/${id}`)).toContain('used')
  })

  test('the page of an event that is not on sale keeps its form, disabled, for buyers who return', async () => {
    const form = (id: string): string => `data-action="/events/public/${id}/tickets"`
    const seen = async (id: string): Promise<string> => {
      const page = await office.page(`/p/${id}`)
      expect(page).toContain(form(id))
      expect(page).toContain('data-remember')
      return page
    }
    const event = await office.make({ amount_tickets: 1 })
    expect(await seen(event.id)).toContain('Get tickets')
    const { body } = await office.buy(event.id)
    for (const isPaid of [false, true]) {
      if (isPaid) await office.pay(body.payment_request)
      const page = await seen(event.id)
      expect(page).toContain('Sold out.')
      expect(page).not.toContain('Get tickets')
    }
    const other = await office.make()
    await office.change(other.id, { canceled: true })
    const canceled = await seen(other.id)
    expect(canceled).toContain('This event has been cancelled.')
    expect(canceled).not.toContain('Get tickets')
  })

  test('two concurrent scans of one ticket admit one visitor', async () => {
    const event = await office.make({ price_per_ticket: 0 })
    expect(await office.buy(event.id)).toMatchObject({ status: 201, body: { paid: true, sat: 0 } })
    const [{ id }] = await office.ticketsOf(event.id)
    const answers = await Promise.all([1, 2, 3, 4].map(() => office.register(event.id, id)))
    expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, 400, 400, 400])
  })

  test('an event cannot have fewer tickets than sold, or be deleted once tickets are sold', async () => {
    const event = await office.make()
    await office.buyAndPay(event.id, { quantity: 3 })
    await office.buy(event.id, { quantity: 2 })
    expect((await office.change(event.id, { amount_tickets: 4 })).status).toBe(400)
    expect((await office.change(event.id, { amount_tickets: 5 })).status).toBe(200)
    expect(
      (await office.world.call('DELETE', `/events/api/v1/${event.id}`, { key: office.owner.adminKey })).status,
    ).toBe(400)
    expect((await office.buy(event.id, { quantity: 11 })).status).toBe(400)
  })

  test('events of other wallets are 404, and names and addresses need the admin key', async () => {
    const event = await office.make({ price_per_ticket: 0 })
    await office.buy(event.id)
    const [{ id }] = await office.ticketsOf(event.id)
    const path = `/events/api/v1/${event.id}/tickets`
    expect((await office.world.call('GET', path)).status).toBe(401)
    expect((await office.world.call('GET', path, { key: office.owner.invoiceKey })).status).toBe(403)
    const stranger = await office.world.openWallet()
    await activateExtension(office.world, stranger, 'events')
    expect((await office.world.call('GET', path, { key: stranger.adminKey })).status).toBe(404)
    expect((await office.world.call('PUT', `${path}/${id}/register`, { key: stranger.adminKey })).status).toBe(404)
    expect((await office.world.call('PUT', `${path}/${id}/register`)).status).toBe(401)
    const other = await office.make()
    expect((await office.register(other.id, id)).status).toBe(404)
    for (const none of ['/public/none', '/p/none', '/p/none/scan', '/order/none', '/ticket/none']) {
      expect((await office.world.call('GET', `/events${none}`)).status).toBe(404)
      if (none !== '/public/none') expect(await office.page(none)).toContain('<title>Not found')
    }
    expect(await office.page(`/p/${event.id}/scan`)).toContain('Invoice key')
  })

  test.each([
    ['email', { email: 'a@b\r\nBcc: c@d' }],
    ['email', { email: 'no-address' }],
    ['name', { name: '' }],
    ['quantity', { quantity: 0 }],
  ])('a buyer’s wrong %s is 422 and named', async (field, body) => {
    const event = await office.make()
    const answer = await office.buy(event.id, body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test.each([
    ['closing_date', { closing_date: '2099-01-01' }],
    ['event_start_date', { event_end_date: '2001-01-01' }],
    ['timezone', { timezone: 'Atlantis' }],
    ['min_tickets', { conditional: true }],
    ['min_tickets', { conditional: true, min_tickets: 11 }],
    ['promo_codes', { promo_codes: ['a', 'A'].map((code) => ({ code, discount_percent: 5 })) }],
    ['discount_percent', { promo_codes: [{ code: 'a', discount_percent: 0 }] }],
    ['banner', { banner: 'http://example.com/a.png' }],
    ['amount_tickets', { amount_tickets: 100_001 }],
  ])('a wrong %s is 422 and named', async (field, body) => {
    const answer = await office.post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })
})
