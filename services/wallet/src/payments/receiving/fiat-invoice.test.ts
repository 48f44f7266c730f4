import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { findFiatValues } from '../../rates/fiat-value-store.ts'

const RATES = '{"USD":60000,"CHF":54321.09}'

describe.each(DIALECTS)('invoices made out in a currency, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_FIXED_RATES: RATES, SERVICE_MAX_PAYMENT_SATS: '1000000' } })
    wallet = await world.openWallet()
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const post = (body: object, headers = {}) =>
    world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body: { out: false, ...body }, headers })
  const count = async (): Promise<number> =>
    (await world.call('GET', '/api/v1/payments/paginated', { key: wallet.invoiceKey })).body.total
  const detailsOf = async (id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body.details

  test('the price is converted once, rounded down to whole satoshis, and returned with its rate wherever the payment is', async () => {
    const { status, body } = await post({ unit: 'usd', amount: 5.5, memo: 'lunch' })
    const fiat = { currency: 'USD', amount: 5.5, rate: 60_000 }
    expect([status, body.amount, body.fiat]).toEqual([201, 9166, fiat])
    const decoded = await world.call('POST', '/api/v1/payments/decode', { body: { data: body.payment_request } })
    expect(decoded.body.amount_msat).toBe(9_166_000)
    expect(await detailsOf(body.checking_id)).toMatchObject({ amount: 9166, fiat })
    expect(await detailsOf(body.payment_hash)).toMatchObject({ fiat })
    const [listed] = (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body
    expect(listed).toMatchObject({ checking_id: body.checking_id, amount: 9166, fiat })
    const stored = await findFiatValues(world.db, [body.checking_id, 'unknown'])
    expect([...stored]).toEqual([
      [body.checking_id, [{ currency: 'USD', amount: '5.5', rate: '60000', kind: 'asked' }]],
    ])
  })

  test('how much of the price is tax and how much a tip is kept with the payment', async () => {
    const { body } = await post({ unit: 'USD', amount: 15.62, tax: 2.49, tip: 1 })
    const fiat = { currency: 'USD', amount: 15.62, rate: 60_000, tax: 2.49, tip: 1 }
    expect([body.fiat, (await detailsOf(body.checking_id)).fiat]).toEqual([fiat, fiat])
    const untaxed = await post({ unit: 'USD', amount: 3, tax: 0 })
    expect(untaxed.body.fiat).toEqual({ currency: 'USD', amount: 3, rate: 60_000, tax: 0 })
  })

  test.each([
    { unit: 'USD', amount: 3, tax: 2, tip: 1.01 },
    { unit: 'USD', amount: 3, tax: -1 },
    { unit: 'USD', amount: 3, tip: '1' },
    { amount: 3000, tip: 1 },
    { any_amount: true, tax: 1 },
  ])('%j is 422: tax and tip are parts of a price', async (ask) => {
    const before = await count()
    expect((await post(ask)).status).toBe(422)
    expect(await count()).toBe(before)
  })

  test('an invoice in satoshis has no price, in any spelling of sat', async () => {
    for (const unit of [undefined, 'sat', 'SAT']) {
      const { body } = await post({ unit, amount: 21 })
      expect([body.amount, 'fiat' in body, 'fiat' in (await detailsOf(body.checking_id))]).toEqual([21, false, false])
    }
  })

  test.each([
    ['USD', 0.0006, 1],
    ['USD', 0.00119999, 1],
    ['CHF', 100, 184_090],
    ['chf', 543.2109, 1_000_000],
  ])('%s %d creates an invoice over %d satoshis', async (unit, amount, sats) => {
    const { status, body } = await post({ unit, amount })
    expect([status, body.amount]).toEqual([201, sats])
  })

  test('less than one satoshi, zero and negative amounts are 422, more than the maximum is 400: no invoice is created', async () => {
    const before = await count()
    for (const amount of [0.00059999, 0, -0, -5, 1e-300, 1e300, 9e15, '5', null, undefined]) {
      const { status, body } = await post({ unit: 'USD', amount })
      expect([amount, status, typeof body.detail]).toEqual([amount, 422, 'string'])
    }
    expect((await post({ unit: 'USD', amount: 600.01 })).status).toBe(400)
    expect(await count()).toBe(before)
  })

  test('an unknown unit is 400, one without a rate 503', async () => {
    for (const unit of ['XXX', 'BTC', 'msat', '__proto__', 'USD ']) {
      expect([unit, (await post({ unit, amount: 1 })).status]).toEqual([unit, 400])
    }
    expect((await post({ unit: 'EUR', amount: 1 })).status).toBe(503)
    for (const unit of [7, 'x'.repeat(11)]) {
      expect((await post({ unit, amount: 1 })).status).toBe(422)
    }
  })

  test('a repeat with the same key gets the first answer, also if the rate has changed or is missing', async () => {
    const headers = { 'idempotency-key': `price-${dialect}` }
    const ask = { unit: 'USD', amount: 12 }
    const first = await post(ask, headers)
    const before = await count()
    for (const rates of ['{"USD":30000}', '{"EUR":1}', '{}']) {
      await world.restart({ SERVICE_FIXED_RATES: rates })
      const again = await post(ask, headers)
      expect([again.status, again.body]).toEqual([201, first.body])
    }
    expect((await post({ unit: 'USD', amount: 12.01 }, headers)).status).toBe(422)
    await world.restart()
    expect(await count()).toBe(before)
  })

  test('of many concurrent repeats one creates the invoice, with one price', async () => {
    const headers = { 'idempotency-key': `at-once-${dialect}` }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ unit: 'CHF', amount: 3 }, headers)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await findFiatValues(world.db, [made[0]?.body.checking_id])).size).toBe(1)
  })
})
