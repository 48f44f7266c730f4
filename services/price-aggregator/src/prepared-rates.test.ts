import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openPrices, START } from '../mock/open-prices.ts'

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
