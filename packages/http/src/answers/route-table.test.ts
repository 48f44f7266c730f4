import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'

const Currency = Type.Object({ currency: Type.String() })
const Conversion = Type.Object({ currency: Type.String(), amount: Type.Number() })

/** The paths of the price service, each answering its parameters. */
const openPrices = () =>
  openTestApp((routes) => {
    routes.get('/rates', OPEN, async () => ({ all: true }))
    routes.get('/health', OPEN, async () => ({ status: 'ok' }))
    routes.get('/rate/:currency', { ...OPEN, schema: { params: Currency } }, async ({ params }) => params)
    routes.get('/rate/:currency/:amount', { ...OPEN, schema: { params: Conversion } }, async ({ params }) => params)
    routes.post('/things', OPEN, async () => ({}))
    routes.put('/things', OPEN, async () => ({}))
    routes.get('/files/*', OPEN, async () => ({}))
    routes.post('/rate/refresh', OPEN, async () => ({}))
  })

test.each([
  ['/rate/usd', { currency: 'usd' }],
  ['/rate/US%44', { currency: 'USD' }],
  ['/rate/%zz', { currency: '%zz' }],
  ['/rate/%', { currency: '%' }],
  ['/rate/%ff', { currency: '\ufffd' }],
  ['/rate/USD%20', { currency: 'USD ' }],
  ['/rate/a%3Fb', { currency: 'a?b' }],
  ['/rate/USD/1', { currency: 'USD', amount: 1 }],
  ['/rate/USD%2F1', { currency: 'USD', amount: 1 }],
  ['/rates?anything=%zz&x', { all: true }],
  ['http://elsewhere:99/rates', { all: true }],
])('%s is answered by its route', async (url, body) => {
  const answer = await (await openPrices()).inject(url)
  expect([answer.statusCode, answer.json()]).toEqual([200, body])
})

test.each([
  ['/', '/rate', '/rate/', '/rate//10', '/rate//', '/RATES', '//rates', '/rates//', '/unknown', '/x/', '/x/?a=b'],
  ['/rate/USD/1%2F2', '/rate/USD/1/2', '/rates/1/', '/ratesx', '/xrates', '/.', '/..%2Frates', '/%00', '/toString'],
])('an unknown path is 404: %s and similar ones', async (...urls) => {
  const app = await openPrices()
  for (const url of urls) {
    const answer = await app.inject(url)
    expect([url, answer.statusCode, answer.body]).toEqual([url, 404, '{"detail":"Not Found"}'])
    expect(answer.headers['content-type']).toBe('application/json')
  }
})

test.each([
  ['/rates/', '/rates'],
  ['/health/', '/health'],
  ['/rate/USD/', '/rate/USD'],
  ['/rate/USD/1/', '/rate/USD/1'],
  ['/rates/?a=b&next=%2Frate%2F?', '/rates?a=b&next=%2Frate%2F?'],
  ['/rate/a%3Fb/', '/rate/a%3Fb'],
])('a surplus slash at a known path redirects to the path without it: %s', async (url, target) => {
  const answer = await (await openPrices()).inject({ url, headers: { host: 'evil.example' } })
  expect([answer.statusCode, answer.body]).toEqual([307, ''])
  expect(answer.headers.location).toBe(target)
})

test('that redirect never leads to another host, also with a backslash, which browsers read as a slash', async () => {
  const app = await openTestApp((routes) => routes.get('/:page', OPEN, async () => ({})))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const [answer] = (await once(request({ port, path: '/\\evil.example/' }).end(), 'response')) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, answer.headers.location]).toEqual([307, '/evil.example'])
})

test('an encoded slash is decoded in a parameter: a/b is one segment', async () => {
  const answer = await (await openPrices()).inject('/rate/a%2Fb')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toMatchObject([{ type: 'float_parsing', loc: ['path', 'amount'], input: 'b' }])
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LINK'])(
  '%s on a read-only path is 405 and lists the allowed methods',
  async (method) => {
    const app = await openPrices()
    for (const url of ['/rates', '/rate/USD', '/rate/USD/abc', '/files/a/b']) {
      const answer = await app.inject({ method: method as 'POST', url })
      expect([answer.statusCode, answer.json()]).toEqual([405, { detail: 'Method Not Allowed' }])
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
    }
  },
)

test('a wrong method on a known path is 405 and names the allowed methods', async () => {
  const answer = await (await openPrices()).inject('/things')
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST, PUT, OPTIONS'])
})

test.each(['GET', 'HEAD', 'DELETE'] as const)(
  '%s on a literal path is 405 by its route, although a route with a parameter there would match',
  async (method) => {
    const answer = await (await openPrices()).inject({ method, url: '/rate/refresh?a=/rate/USD' })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
    expect((await (await openPrices()).inject('/rate/refreshed')).json()).toEqual({ currency: 'refreshed' })
  },
)

test.each([
  ['text/plain', 'hello'],
  ['application/json', '{'],
  ['application/json', '1e400'],
])('without a route the body is not read: %s %j', async (type, payload) => {
  const app = await openPrices()
  const statuses = await Promise.all(
    ['/rates', '/unknown'].map(async (url) => {
      const answer = await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
      return answer.statusCode
    }),
  )
  expect(statuses).toEqual([405, 404])
})

test('a browser on another site may send a CORS preflight', async () => {
  const answer = await (await openPrices()).inject({
    method: 'OPTIONS',
    url: '/things',
    headers: { origin: 'https://shop.example', 'access-control-request-headers': 'X-Api-Key, Content-Type' },
  })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(answer.headers).toMatchObject({
    allow: 'POST, PUT, OPTIONS',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, PUT, OPTIONS',
    'access-control-allow-headers': 'X-Api-Key, Content-Type',
    'access-control-max-age': '86400',
  })
})

test('OPTIONS on an unknown path is 404', async () => {
  expect((await (await openPrices()).inject({ method: 'OPTIONS', url: '/unknown' })).statusCode).toBe(404)
})

test('HEAD answers like GET, without the body', async () => {
  const app = await openPrices()
  const [head, get] = await Promise.all([app.inject({ method: 'HEAD', url: '/rates' }), app.inject('/rates')])
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect((await app.inject({ method: 'HEAD', url: '/unknown' })).statusCode).toBe(404)
})
