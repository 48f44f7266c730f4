import { nearestDouble, parseDecimal } from '@satchel/money/decimal'
import { fiatToSatsFloor } from '@satchel/money/fiat-to-sats'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openPrices, START } from '../mock/open-prices.ts'
import { publishRates } from './published-rates.ts'
import { plainConversion } from './rate.routes.ts'

const piece = fc.constantFrom(
  'rate',
  'rates',
  'USD',
  'usd',
  'CZK',
  'JPY',
  '100',
  '0',
  '12.50',
  '007',
  '999999999.9999',
  '1e3',
  '-5',
  '.5',
  '5.',
  '1_0',
  'x',
  '',
  '%31',
  'US%44',
  '1?x=1',
  '?',
)

test('answers without Fastify are the same as with it, for any request at any time', async () => {
  const world = await openPrices()
  onTestFinished(() => world.close())
  const origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'accept-encoding': 'identity' }
  const ask = async (path: string) => {
    const answer = await fetch(`${origin}${path}`, { redirect: 'manual', headers })
    return [answer.status, await answer.text(), answer.headers.get('etag'), answer.headers.get('cache-control')]
  }
  const askFastify = async (url: string) => {
    const { statusCode, body, headers: said } = await world.app.inject({ url, headers })
    return [statusCode, body, said.etag ?? null, said['cache-control']]
  }
  for (const path of ['/rates', '/rate/USD', '/rate/USD/100']) expect(await ask(path)).toEqual(await askFastify(path))
  await world.aggregator.runCycle()
  const paths = fc.array(piece, { maxLength: 4 }).map((pieces) => `/${pieces.join('/')}`)
  await fc.assert(
    fc.asyncProperty(paths, fc.nat(40), async (path, seconds) => {
      world.now = START + seconds * 1000
      expect(await ask(path)).toEqual(await askFastify(path))
    }),
    { numRuns: 300 },
  )
})

test('plain conversions are the exact ones', () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`))
  const amounts = fc.oneof(
    digits(9),
    fc.tuple(digits(9), digits(4)).map((parts) => parts.join('.')),
  )
  // Prices with few digits have many amounts whose quotient is whole, or nearly.
  const prices = fc.oneof(fc.integer({ min: 1, max: 10 ** 11 }), fc.integer({ min: 1, max: 999 }))
  let plain = 0
  fc.assert(
    fc.property(amounts, prices, fc.integer({ min: 0, max: 8 }), (amount, price, scale) => {
      const { byCurrency } = publishRates({
        completedAt: START,
        nextCycleAt: START,
        currencies: ['USD'],
        pricesOf: () => [price / 10 ** scale],
      })
      const currency = byCurrency.get('USD')
      if (currency?.exactMedian === undefined) throw new Error('no median')
      const exact = parseDecimal(amount)
      if (exact === undefined) throw new Error('no decimal')
      const body = plainConversion(currency, amount)
      if (body === undefined) return
      plain += 1
      const sats = fiatToSatsFloor(exact, currency.exactMedian)
      expect(body).toContain(`"amount":${JSON.stringify(nearestDouble(exact))},"sats":${sats},"rate":`)
    }),
    { numRuns: 2000 },
  )
  expect(plain).toBeGreaterThan(500)
})
