import { SILENT_LOG } from '@satchel/http/log'
import { type Decimal, parseDecimal } from '@satchel/money/decimal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { createRates } from '../../rates/rates.ts'
import { noteRates } from '../../rates/record-rates.ts'
import { valuePayments } from './value-payments.ts'

const CURRENCIES = ['CHF', 'EUR', 'JPY', 'USD']
const DAY = 86_400

describe.each(DIALECTS)('values in the currency of a person, on %s', (dialect) => {
  let world: World
  let payer: WorldWallet
  let shop: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_CURRENCIES: CURRENCIES.join(',') } })
    payer = await world.openWallet(10_000_000)
    shop = await world.openWallet()
    const token = await tokenOf(world, shop)
    await value({})
    await world.call('PUT', '/api/v1/auth/me/preferences', { token, body: { currency: 'EUR' } })
    await world.call('PUT', '/api/v1/wallet', { key: shop.adminKey, body: { currency: 'JPY' } })
  })
  afterAll(() => world.close())

  /** What a process does that starts with these prices. */
  const value = async (prices: Readonly<Record<string, string>>): Promise<void> => {
    const at = world.nowSeconds() * 1000
    const quotes = new Map(
      Object.entries(prices).map(([code, price]) => [code, { price: parseDecimal(price) as Decimal, at }] as const),
    )
    const source = { quotes: () => quotes, onChange() {}, start() {}, stop: async () => undefined }
    const clock = (): number => world.nowSeconds() * 1000
    const rates = createRates({ source, currencies: CURRENCIES, maxAgeSeconds: 600, clock })
    const follower = await valuePayments({ db: world.db, clock, log: SILENT_LOG, rates, currency: 'CHF' })
    await follower.caughtUp()
    await follower.stop()
  }
  const sell = async (amount: number): Promise<string> => {
    const invoice = await world.invoice(shop, amount)
    await world.send(payer, invoice.payment_request)
    return invoice.checking_id
  }
  const get = async (path: string, credential: object = { key: shop.invoiceKey }) =>
    (await world.call('GET', `/api/v1/payments${path}`, credential)).body
  const valueIn = async (id: string, currency: string, credential?: object) =>
    (await get(`/${id}?currency=${currency}`, credential)).details.value
  const note = async (rate: string, at: number): Promise<void> => {
    await world.db.transact(noteRates, {
      points: [{ currency: 'USD', rate, at, isDaily: false }],
      now: world.nowSeconds(),
    })
  }

  test('what a payment was worth to the owner and in the currency of the wallet is stored when it succeeds', async () => {
    const id = await sell(12_345)
    await value({ CHF: '50000', EUR: '54321.09', JPY: '9000000' })
    world.advance(40 * DAY)
    const inEuro = { currency: 'EUR', amount: 6.70593856, rate: 54_321.09 }
    const token = await tokenOf(world, shop)
    expect([await valueIn(id, 'own', { token }), await valueIn(id, 'eur')]).toEqual([inEuro, inEuro])
    // The key of a wallet shows nothing of its owner.
    expect(await valueIn(id, 'own')).toBeUndefined()
    expect(await valueIn(id, 'JPY')).toEqual({ currency: 'JPY', amount: 1111.05, rate: 9_000_000 })
    expect(await valueIn(id, 'USD')).toBeUndefined()
    expect((await get(`/${id}`)).details).toMatchObject({ fiat: { currency: 'CHF', amount: 6.1725 } })
    expect('value' in (await get(`/${id}`)).details).toBe(false)
    const [listed] = await get('?limit=1&currency=eur')
    const page = await get('/paginated?limit=1&currency=own', { token })
    expect([listed.value, page.data[0].value]).toEqual([inEuro, inEuro])
    expect(await get('/export?format=json&currency=own&status=success', { token })).toMatchObject([
      { fiat_currency: 'EUR', fiat_amount: 6.70593856 },
    ])
  })

  test('another currency is at the price before the payment, as finely as prices of that age are kept', async () => {
    const start = Math.ceil(world.nowSeconds() / DAY) * DAY
    world.advance(start + 3600 - world.nowSeconds())
    await note('50000', start + 60)
    await note('60000', start + 3540)
    const id = await sell(100_000)
    await note('70000', start + 3660)
    expect((await valueIn(id, 'USD')).amount).toBe(60)
    world.advance(2 * DAY)
    await note('1', world.nowSeconds())
    expect((await valueIn(id, 'USD')).amount).toBe(60)
    world.advance(40 * DAY)
    await note('1', world.nowSeconds())
    expect((await valueIn(id, 'USD')).amount).toBe(50)
    world.advance(5 * DAY)
    expect(await valueIn(await sell(1), 'USD')).toBeUndefined()
  })

  test('the sums of a period are those of the values that the list shows, each payment at its own rate', async () => {
    world.advance(1)
    const from = world.nowSeconds()
    await sell(10_000)
    await value({ CHF: '50000', EUR: '55555.55' })
    await sell(20_001)
    await value({ CHF: '50000', EUR: '44444.44' })
    const back = await world.invoice(payer, 3333)
    await world.send(shop, back.payment_request)
    await value({ CHF: '50000', EUR: '44444.44' })
    // 5.555555, 8.88933… and 1.48133… are shown as 5.56, 8.89 and 1.48.
    expect(await get(`/history?group=month&from=${from}&currency=eur`)).toMatchObject([
      { income: 30_001, spending: 3333, income_value: 14.45, spending_value: 1.48 },
    ])
    await note('80000', from - 60)
    expect(await get(`/history?group=month&from=${from}&currency=usd`)).toMatchObject([
      { income_value: 24, spending_value: 2.67 },
    ])
    expect(await get(`/history?group=month&from=${from}&currency=XXX`)).toMatchObject([
      { income_value: null, spending_value: null },
    ])
  })

  test.each(['', 'EURO', 'E1R'])('currency=%s is 422', async (currency) => {
    for (const path of ['', '/paginated', '/export', '/history'])
      expect(
        (await world.call('GET', `/api/v1/payments${path}?currency=${currency}`, { key: shop.invoiceKey })).status,
      ).toBe(422)
  })
})
