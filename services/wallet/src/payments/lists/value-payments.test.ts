import { SILENT_LOG } from '@satchel/http/log'
import { type Decimal, parseDecimal } from '@satchel/money/decimal'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import type { EventFollower } from '../../events/follow-events.ts'
import { findFiatValues } from '../../rates/fiat-value-store.ts'
import type { Quote } from '../../rates/rate-source.ts'
import { createRates } from '../../rates/rates.ts'
import { noteRates } from '../../rates/record-rates.ts'
import { noteFiatValues, valuePayments } from './value-payments.ts'

const MAX_AGE = 600

describe.each(DIALECTS)('what payments are worth, on %s', (dialect) => {
  let world: World
  let payer: WorldWallet
  let payee: WorldWallet
  /** The rates of the source, which a test may change. */
  const quotes = new Map<string, Quote>()
  const setRate = (currency: string, price: string): void => {
    quotes.set(currency, { price: parseDecimal(price) as Decimal, at: world.nowSeconds() * 1000 })
  }
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_FIXED_RATES: '{"USD":60000,"CHF":50000}' } })
    payer = await world.openWallet(100_000)
    payee = await world.openWallet()
    // Not valued: it was before the first start.
    await pay(1)
    await (await start()).stop()
  })
  beforeEach(() => quotes.clear())
  afterAll(() => world.close())

  const start = (): Promise<EventFollower> => {
    const source = { quotes: () => quotes, onChange() {}, start() {}, stop: async () => undefined }
    const clock = (): number => world.nowSeconds() * 1000
    const rates = createRates({ source, currencies: ['CHF', 'USD'], maxAgeSeconds: MAX_AGE, clock })
    return valuePayments({ db: world.db, clock, log: SILENT_LOG, rates, currency: 'CHF' })
  }
  /** A process that starts now reads all past events. */
  const follow = async (): Promise<void> => {
    const follower = await start()
    await follower.caughtUp()
    await follower.stop()
  }
  /** Paid inside; both checking ids. */
  const pay = async (amount: number, more: object = {}): Promise<{ sent: string; received: string }> => {
    const invoice = await world.invoice(payee, amount, more)
    const { body } = await world.send(payer, invoice.payment_request)
    return { sent: body.checking_id, received: invoice.checking_id }
  }
  const shown = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body.details.fiat
  const valuesOf = async (id: string) => (await findFiatValues(world.db, [id])).get(id)

  test('the value of an invoice without an amount is that of the received amount', async () => {
    setRate('CHF', '50000')
    const { body: invoice } = await world.call('POST', '/api/v1/payments', {
      key: payee.invoiceKey,
      body: { out: false, any_amount: true },
    })
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash, amount_msat: 2_000_000 })
    await world.tick()
    await follow()
    expect(await shown(payee, invoice.checking_id)).toEqual({ currency: 'CHF', amount: 1, rate: 50_000 })
  })

  test('both sides of a payment have the same value, outgoing with a sign; failed payments have none', async () => {
    setRate('CHF', '54321.09')
    const { sent, received } = await pay(1234)
    const open = await world.invoice(payee, 5)
    const foreign = await world.foreignInvoice(1000)
    await world.node.sendControl('POST /script', { match: { hash: foreign.hash }, pay: ['fail'] })
    await world.send(payer, foreign.bolt11)
    expect(await shown(payee, received)).toBeUndefined()
    await follow()
    // 1234 × 54321.09 ÷ 10^8 = 0.6703222506
    expect(await shown(payee, received)).toEqual({ currency: 'CHF', amount: 0.67032225, rate: 54_321.09 })
    expect(await shown(payer, sent)).toEqual({ currency: 'CHF', amount: -0.67032225, rate: 54_321.09 })
    const value = { currency: 'CHF', amount: '0.67032225', rate: '54321.09', kind: 'books' as const }
    expect(await findFiatValues(world.db, [sent, received])).toEqual(
      new Map([sent, received].map((id) => [id, [value]])),
    )
    expect(await shown(payee, open.checking_id)).toBeUndefined()
    const failed = (await world.call('GET', '/api/v1/payments?status=failed', { key: payer.invoiceKey })).body
    expect(failed.map((payment: object) => 'fiat' in payment)).toEqual([false])
    expect(await world.violations()).toEqual([])
  })

  test('payments from before the first start have no value', async () => {
    const oldest = (await world.call('GET', '/api/v1/payments?limit=1000', { key: payee.invoiceKey })).body.at(-1)
    expect([oldest.amount, 'fiat' in oldest]).toEqual([1, false])
  })

  test('amounts below a satoshi have a value to the millisatoshi', async () => {
    setRate('CHF', '50000')
    const foreign = await world.foreignInvoice(1500)
    const { body } = await world.send(payer, foreign.bolt11)
    await follow()
    expect((await valuesOf(body.checking_id))?.[0]?.amount).toBe('0.00075')
  })

  test('a value stays as first stored, however many processes write it and however often', async () => {
    setRate('CHF', '40000')
    const { received } = await pay(10)
    await Promise.all([follow(), follow(), follow()])
    await world.restart()
    setRate('CHF', '80000')
    const value = { checkingId: received, currency: 'CHF', amount: '1', rate: '1', kind: 'books' as const }
    await world.db.transact(noteFiatValues, { values: [value], cursor: 0n })
    await follow()
    expect(await valuesOf(received)).toEqual([
      { currency: 'CHF', amount: '0.004', rate: '40000', kind: 'books' as const },
    ])
  })

  test('an invoice in a currency keeps its price; the value in the accounting currency is stored beside it', async () => {
    setRate('CHF', '45000')
    const inFrancs = await pay(5, { unit: 'CHF' })
    const inDollars = await pay(6, { unit: 'USD' })
    await follow()
    const francs = { currency: 'CHF', amount: '5', rate: '50000', kind: 'asked' as const }
    expect(await valuesOf(inFrancs.received)).toEqual([francs])
    expect(await valuesOf(inDollars.received)).toEqual([
      { currency: 'USD', amount: '6', rate: '60000', kind: 'asked' as const },
      { currency: 'CHF', amount: '4.5', rate: '45000', kind: 'books' as const },
    ])
    expect(await shown(payee, inDollars.received)).toEqual({ currency: 'USD', amount: 6, rate: 60_000 })
    expect(await shown(payer, inDollars.sent)).toEqual({ currency: 'CHF', amount: -4.5, rate: 45_000 })
  })

  test('a repeated creation of an invoice has the first answer, also if it has a value by then', async () => {
    setRate('CHF', '45000')
    const make = async () =>
      world.call('POST', '/api/v1/payments', {
        key: payee.invoiceKey,
        body: { out: false, amount: 7 },
        headers: { 'idempotency-key': `worth-${dialect}` },
      })
    const first = await make()
    await world.send(payer, first.body.payment_request)
    await follow()
    expect(await shown(payee, first.body.checking_id)).toMatchObject({ currency: 'CHF' })
    expect((await make()).body).toEqual(first.body)
  })

  test('without a rate a payment waits for one; one that comes soon enough is used', async () => {
    const { received } = await pay(100)
    await follow()
    expect(await valuesOf(received)).toBeUndefined()
    world.advance(MAX_AGE - 1)
    setRate('CHF', '50000')
    await follow()
    expect((await valuesOf(received))?.[0]).toMatchObject({ amount: '0.05', rate: '50000' })
  })

  test('the current rate is not used for the past: the stored one of that time is, or none', async () => {
    const noted = await pay(100)
    const at = world.nowSeconds()
    const points = [
      { currency: 'CHF', rate: '20000', at: at - MAX_AGE - 60 },
      { currency: 'CHF', rate: '30000', at: at - 120 },
      { currency: 'CHF', rate: '35000', at: at + 60 },
      { currency: 'USD', rate: '1', at: at - 60 },
    ]
    for (const point of points) await world.db.transact(noteRates, { points: [point], now: at })
    world.advance(2 * MAX_AGE)
    const forgotten = await pay(100)
    world.advance(MAX_AGE + 1)
    setRate('CHF', '99999')
    const today = await pay(100)
    await follow()
    const ratesOf = async (id: string) => (await valuesOf(id))?.map(({ rate }) => rate)
    expect(await ratesOf(noted.received)).toEqual(['30000'])
    expect(await ratesOf(forgotten.received)).toBeUndefined()
    expect(await ratesOf(today.received)).toEqual(['99999'])
  })

  test('hundreds of concurrent payments all get a value', async () => {
    setRate('CHF', '50000')
    const paid = await Promise.all(Array.from({ length: 130 }, () => pay(1)))
    await follow()
    const ids = paid.flatMap(({ sent, received }) => [sent, received])
    expect((await findFiatValues(world.db, ids)).size).toBe(260)
  })
})
