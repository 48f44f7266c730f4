import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../services/wallet/test/world/accounts/verify-email.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { INVOICES } from './invoices.ts'

const DESK = { description: 'Desk', amount: 100, quantity: 1 }

extensionContract(INVOICES, {
  create: (n) => ({ currency: 'sat', number: `No ${n}`, items: [DESK], status: 'open' }),
  missing: 'currency',
  patch: { notes: 'Thank you.' },
  async settle(world, owner, item) {
    const { body } = await world.call('POST', `/invoices/public/${String(item['id'])}/payments`, { body: {} })
    await world.send(owner, body.payment_request)
  },
})

const rates = (USD: number) => ({ SERVICE_FIXED_RATES: JSON.stringify({ USD }) })

describe.each(LOGIC_DIALECTS)('invoices, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [INVOICES], env: rates(50_000) })
    owner = await world.openWallet()
    payer = await world.openWallet(10_000_000)
    await activateExtension(world, owner, 'invoices')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const post = (body: object, key = owner.adminKey) =>
    world.call('POST', '/invoices/api/v1/', { key, body: { currency: 'USD', items: [DESK], ...body } })
  const make = async (body: object = {}, key = owner.adminKey) => {
    const answer = await post({ status: 'open', ...body }, key)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const put = (id: string, body: object) => world.call('PUT', `/invoices/api/v1/${id}`, { key: owner.adminKey, body })
  const see = async (id: string) => (await world.call('GET', `/invoices/api/v1/${id}`, { key: owner.invoiceKey })).body
  const ask = (id: string, body: object = {}) => world.call('POST', `/invoices/public/${id}/payments`, { body })
  const page = (id: string) => world.call('GET', `/invoices/p/${id}`)
  const pay = async (id: string, body: object = {}) => {
    const asked = await ask(id, body)
    expect(asked).toMatchObject({ status: 201 })
    expect((await world.send(payer, asked.body.payment_request)).status).toBe(201)
    await world.tick()
    return asked.body
  }

  describe('what is billed', () => {
    test.each([
      [[{ description: 'a', amount: 0.1, quantity: 3 }], 0, 0.3],
      [
        [
          { description: 'a', amount: 0.1, quantity: 1 },
          { description: 'b', amount: 0.2, quantity: 1 },
        ],
        0,
        0.3,
      ],
      [[{ description: 'a', amount: 1.05, quantity: 1 }], 10, 1.16],
      [[{ description: 'a', amount: 19.99, quantity: 3 }], 7.7, 64.59],
    ])('%j, with %d percent of tax, come to %d', async (items, tax, total) => {
      expect(await make({ items, tax_percent: tax })).toMatchObject({ total, paid_total: 0 })
    })

    test.each([
      ['no item', 'items', { items: [] }],
      ['an item for nothing', 'amount', { items: [{ ...DESK, amount: 0 }] }],
      ['a part of a cent', 'items.0.amount', { items: [{ ...DESK, amount: 1.005 }] }],
      ['a part of a satoshi', 'items.0.amount', { currency: 'sat', items: [{ ...DESK, amount: 1.5 }] }],
      ['none of an item', 'quantity', { items: [{ ...DESK, quantity: 0 }] }],
      ['more than JSON can tell exactly', 'items', { items: [{ ...DESK, amount: 1e12, quantity: 2 }] }],
      ['101 items', 'items', { items: Array.from({ length: 101 }, () => DESK) }],
      ['101 percent', 'tax_percent', { tax_percent: 101 }],
      ['no address', 'email', { email: 'no-address' }],
      ['no date', 'due_at', { due_at: 'soon' }],
      ['no state', 'status', { status: 'sent' }],
    ])('%s is refused with 422 that names %s', async (_what, field, body) => {
      const answer = await post(body)
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toContain(field)
    })

    test('invoice numbers are unique in a wallet; automatic ones continue after chosen and deleted ones', async () => {
      const token = await tokenOf(world, owner)
      const wallet = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Books' } })).body
      const key: string = wallet.adminkey
      const year = new Date(world.nowSeconds() * 1000).getUTCFullYear()
      const first = await make({}, key)
      expect(first).toMatchObject({ number: `${year}-0001`, wallet: wallet.id })
      await world.call('DELETE', `/invoices/api/v1/${first.id}`, { key })
      await make({ number: `${year}-0003` }, key)
      const many = await Promise.all(Array.from({ length: 4 }, () => make({}, key)))
      const numbers = new Set(many.map(({ number }) => number))
      expect(numbers).toEqual(new Set(['0002', '0004', '0005', '0006'].map((end) => `${year}-${end}`)))
      await make({ number: 'Mine' }, key)
      const again = await post({ number: 'mine' }, key)
      expect(again).toMatchObject({ status: 400, body: { detail: expect.stringContaining('number') } })
      await make({ number: 'Mine' })
    })
  })

  describe('its states', () => {
    test('a draft is hidden and can be changed; an open invoice keeps its items, and its texts can be changed', async () => {
      const { id, status } = await make({ status: 'draft' })
      expect(status).toBe('draft')
      expect((await page(id)).status).toBe(404)
      expect((await world.call('GET', `/invoices/public/${id}`)).status).toBe(404)
      expect((await ask(id)).status).toBe(404)
      expect((await put(id, { items: [DESK, DESK] })).body).toMatchObject({ total: 200 })
      expect((await put(id, { status: 'open' })).body).toMatchObject({ status: 'open' })
      expect((await page(id)).status).toBe(200)
      for (const body of [{ items: [DESK] }, { currency: 'sat' }, { tax_percent: 5 }]) {
        expect(await put(id, body)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('frozen') } })
      }
      const unchanged = await put(id, { items: [DESK, DESK], notes: 'By Friday.' })
      expect(unchanged.body).toMatchObject({ notes: 'By Friday.', total: 200 })
    })

    test('the owner cannot set an invoice to paid, reopen one, or begin with a canceled one', async () => {
      const { id } = await make()
      expect((await put(id, { status: 'paid' })).status).toBe(400)
      expect((await put(id, { status: 'draft' })).status).toBe(400)
      expect((await put(id, { status: 'canceled' })).status).toBe(200)
      expect((await put(id, { status: 'open' })).status).toBe(400)
      expect((await page(id)).status).toBe(404)
      expect((await ask(id)).status).toBe(404)
      expect((await post({ status: 'paid' })).status).toBe(400)
      expect((await post({ status: 'canceled' })).status).toBe(400)
    })

    test('the app explains in its language why a state is rejected', async () => {
      const { id } = await make({ status: 'draft' })
      const headers = { 'x-satchel': 'app', 'accept-language': 'de' }
      const path = `/invoices/api/v1/${id}`
      const refused = await world.call('PUT', path, { key: owner.adminKey, headers, body: { status: 'paid' } })
      expect(refused.body.detail).toBe('body.status: Nur Zahlungen machen aus einer Rechnung eine bezahlte.')
      await put(id, { status: 'canceled' })
      const again = await world.call('PUT', path, { key: owner.adminKey, headers, body: { status: 'open' } })
      expect(again.body.detail).toBe('body.status: Eine Rechnung kann nicht von „Storniert“ zu „Offen“ werden.')
    })

    test('lists are filtered by state', async () => {
      const { id } = await make({ status: 'draft', number: 'only-draft' })
      expect((await world.call('GET', '/invoices/api/v1/?status=foo', { key: owner.invoiceKey })).status).toBe(422)
      const list = await world.call('GET', '/invoices/api/v1/?status=draft', { key: owner.invoiceKey })
      expect(list.body.map((one: { id: string }) => one.id)).toContain(id)
      expect(new Set(list.body.map((one: { status: string }) => one.status))).toEqual(new Set(['draft']))
    })
  })

  describe('its payments', () => {
    test('three parts add up to exactly the total, at any rate in between', async () => {
      const { id } = await make({ items: [{ ...DESK, amount: 10 }] })
      const first = await pay(id, { amount: 3.33 })
      expect(first).toMatchObject({ amount: 3.33, sats: 6660 })
      expect(await see(id)).toMatchObject({ status: 'open', paid_total: 3.33 })
      const second = (await ask(id, { amount: 3.33 })).body
      await world.restart(rates(100_000))
      await world.send(payer, second.payment_request)
      await world.tick()
      expect(await see(id)).toMatchObject({ status: 'open', paid_total: 6.66 })
      const rest = await pay(id)
      expect(rest).toMatchObject({ amount: 3.34, sats: 3340 })
      const paid = await see(id)
      expect(paid).toMatchObject({ status: 'paid', paid_total: 10, overpaid: false })
      expect(paid.payments).toMatchObject([
        { amount: 3.33, sats: 6660 },
        { amount: 3.33, sats: 6660 },
        { amount: 3.34, sats: 3340, payment_hash: rest.payment_hash },
      ])
      expect(await ask(id)).toMatchObject({ status: 400 })
      const row = await world.call('GET', `/api/v1/payments/${rest.payment_hash}`, { key: owner.invoiceKey })
      expect(row.body.details.extra).toMatchObject({ tag: 'invoices', item: id, amount_currency: 3.34 })
    })

    test('a payer is never asked for more than is left, for zero, or for fractions the currency does not have', async () => {
      const { id } = await make({ items: [{ ...DESK, amount: 10 }] })
      expect(await ask(id, { amount: 10.01 })).toMatchObject({ status: 400 })
      expect((await ask(id, { amount: 0 })).status).toBe(422)
      expect((await ask(id, { amount: 0.001 })).status).toBe(422)
      expect((await ask(id, { amount: 'x' })).status).toBe(422)
      expect((await ask('nothing')).status).toBe(404)
    })

    test('an invoice worth less than a satoshi can be paid', async () => {
      await world.restart(rates(5_000_000))
      const { id } = await make({ items: [{ ...DESK, amount: 0.01 }] })
      expect(await pay(id)).toMatchObject({ amount: 0.01, sats: 1 })
      expect(await see(id)).toMatchObject({ status: 'paid', paid_total: 0.01 })
    })

    test('two parts that together exceed the total are both kept, and the invoice says so', async () => {
      const { id } = await make({ currency: 'sat' })
      const parts = [(await ask(id, { amount: 80 })).body, (await ask(id, { amount: 80 })).body]
      for (const { payment_request: bolt11 } of parts) await world.send(payer, bolt11)
      await world.tick()
      expect(await see(id)).toMatchObject({ status: 'paid', paid_total: 160, overpaid: true })
      expect((await page(id)).body).toContain('More has been paid than was due.')
    })

    test('a payment after the cancellation is kept and shown to the owner', async () => {
      const { id } = await make({ currency: 'sat' })
      const { body } = await ask(id)
      await put(id, { status: 'canceled' })
      await world.send(payer, body.payment_request)
      await world.tick()
      expect(await see(id)).toMatchObject({ status: 'canceled', paid_total: 100, payments: [{ sats: 100 }] })
    })
  })

  describe('its page', () => {
    test('shows every text as it was written, and no text as HTML', async () => {
      const evil = '<script>alert(1)</script>'
      const { id } = await make({
        number: '<b>1',
        company_name: evil,
        first_name: evil,
        address: evil,
        notes: evil,
        items: [{ ...DESK, description: evil }],
        tax_percent: 10,
        due_at: '2020-01-01',
      })
      const { body } = await page(id)
      expect(body).not.toContain('<script>alert')
      expect(body.split('&lt;script&gt;alert(1)').length - 1).toBeGreaterThanOrEqual(5)
      for (const text of ['Invoice &lt;b&gt;1', 'Overdue', '$110.00', '$10.00', 'Print']) {
        expect(body).toContain(text)
      }
    })

    test('the public part has the amounts, and nothing about the customer', async () => {
      const { id } = await make({ first_name: 'Ada', email: 'ada@x.example', address: 'Here', number: 'public-1' })
      expect((await world.call('GET', `/invoices/public/${id}`)).body).toEqual({
        number: 'public-1',
        status: 'open',
        currency: 'USD',
        total: 100,
        paid_total: 0,
        remainder: 100,
      })
    })

    test('without JavaScript, a payment has its own page, which shows when it is paid', async () => {
      const { id, public_url: url } = await make({ currency: 'sat' })
      expect(url).toContain(`/invoices/p/${id}`)
      const sent = await world.call('GET', `/invoices/public/${id}/pay?amount=40`)
      expect(sent.status).toBe(303)
      const { pathname } = new URL(String(sent.headers['location']))
      const before = await world.call('GET', pathname)
      expect(before.body).toContain('40 sat')
      const [, bolt11 = ''] = /data-invoice="(ln[a-z0-9]+)"/.exec(before.body) ?? []
      await world.send(payer, bolt11)
      await world.tick()
      expect((await world.call('GET', pathname)).body).toContain('data-status="paid"')
      const other = await make({ currency: 'sat' })
      expect((await world.call('GET', pathname.replace(id, other.id))).status).toBe(404)
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
      const tooMuch = `/invoices/public/${id}/pay?amount=80`
      const refused = await world.app.inject({ method: 'GET', url: tooMuch, headers: { accept } })
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
      expect(refused.body).toMatch(/Only 60 sat are left to pay\.[^]*href="\/invoices\/p\//)
      expect((await world.call('GET', tooMuch)).body).toEqual({
        detail: 'Only 60 sat are left to pay.',
        code: 'bad_request',
      })
    })
  })

  test('the receipt goes to the customer of a verified account once, when all is paid', async () => {
    const unverified = await make({ currency: 'sat', email: 'ada@x.example' })
    await pay(unverified.id)
    await verifyEmail(world, owner, 'office@x.example')
    const { id } = await make({ currency: 'sat', email: 'ada@x.example', number: 'mail-1' })
    await pay(id, { amount: 50 })
    const mails = () =>
      world.db.list(
        `SELECT payload FROM extension_jobs WHERE kind = 'mail'`,
        [],
        (row: { payload: string }) => JSON.parse(row.payload) as { to: string; subject: string; text: string },
      )
    expect(await mails()).toEqual([])
    await pay(id)
    const sent = await mails()
    expect(sent).toMatchObject([{ to: 'ada@x.example', subject: 'Your invoice is paid' }])
    expect(sent[0]?.text).toMatch(/^Your invoice mail-1 of 100 sat is paid. Thank you!\n\nhttp/)
  })
})
