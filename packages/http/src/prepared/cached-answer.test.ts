import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { type CachedAnswer, createCachedAnswer, createTaggedAnswers, sendCached } from './cached-answer.ts'

const LARGE = Buffer.from(JSON.stringify({ rates: Array.from({ length: 200 }, (_, index) => ({ USD: index })) }))
const CACHE = 'public, max-age=7'

const serving = (answer: CachedAnswer, options: Parameters<typeof openTestApp>[1] = {}) =>
  openTestApp((routes) => {
    routes.get('/cached', OPEN, (request, reply) => sendCached(request, reply, answer, CACHE))
    routes.get('/tagged', OPEN, (request, reply) =>
      sendCached(request, reply, createTaggedAnswers('t1')('{"€":1}'), CACHE),
    )
  }, options)

async function ask(headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET', url = '/cached') {
  const answer = await (await serving(createCachedAnswer(LARGE, 't1'))).inject({ method, url, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

const SHARED = {
  vary: 'Accept-Encoding',
  'cache-control': CACHE,
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

test('without Accept-Encoding the body is sent as it is', async () => {
  const { status, headers, bytes } = await ask({})
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    ...SHARED,
    etag: '"t1"',
    'content-type': 'application/json',
    'content-length': String(LARGE.length),
  })
  expect(headers['content-encoding']).toBeUndefined()
  expect(bytes.equals(LARGE)).toBe(true)
})

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('%s decodes to the same bytes and has its own tag', async (encoding, decode) => {
  const { headers, bytes } = await ask({ 'accept-encoding': encoding })
  expect(headers).toMatchObject({
    ...SHARED,
    etag: `"t1-${encoding}"`,
    'content-encoding': encoding,
    'content-length': String(bytes.length),
  })
  expect(bytes.length).toBeLessThan(LARGE.length)
  expect(decode(bytes).equals(LARGE)).toBe(true)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['br; q=0.9 , gzip;q=0.9', 'br'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.000', undefined],
  ['gzip;q=0.5, identity', undefined],
  ['gzip;q=nonsense', undefined],
  ['identity', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['deflate, zstd', undefined],
  ['', undefined],
  [',;,;q=1', undefined],
])('Accept-Encoding %j is answered with encoding %s', async (accepted, encoding) => {
  expect((await ask({ 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding)
})

test('no Accept-Encoding, however odd, breaks an answer', async () => {
  const app = await serving(createCachedAnswer(LARGE, 't1'))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme-ascii' }), async (accepted) => {
      expect((await app.inject({ url: '/cached', headers: { 'accept-encoding': accepted } })).statusCode).toBe(200)
    }),
    { numRuns: 300 },
  )
})

test('an encoding that would be larger than the body is not sent', async () => {
  const app = await serving(createCachedAnswer(Buffer.from('{}'), 't1'))
  const answer = await app.inject({ url: '/cached', headers: { 'accept-encoding': 'br, gzip' } })
  expect([answer.body, answer.headers['content-encoding'], answer.headers.etag]).toEqual(['{}', undefined, '"t1"'])
  expect(answer.headers.vary).toBe('Accept-Encoding')
})

test.each(['"t1"', 'W/"t1"', '*', ' * ', '"a", W/"t1" ,"b"', '"t1-gzip"', 'W/"t1-br"', '"a,b","t1"'])(
  'a client that has the current content gets a 304: If-None-Match %s',
  async (known) => {
    for (const url of ['/cached', '/tagged']) {
      const { status, headers, bytes } = await ask({ 'if-none-match': known }, 'GET', url)
      expect([status, bytes.length]).toEqual([304, 0])
      expect(headers).toMatchObject({ ...SHARED, etag: '"t1"' })
    }
  },
)

test('a 304 names the tag of the encoding that the client would have got', async () => {
  const { status, headers } = await ask({ 'if-none-match': '"t1"', 'accept-encoding': 'br' })
  expect([status, headers.etag]).toEqual([304, '"t1-br"'])
})

test.each(['"t2"', 't1', '"t1-zstd"', '"t11"', '""', '', '"*"', 'W/t1'])(
  'a client that has other content gets the current one: If-None-Match %s',
  async (known) => {
    expect((await ask({ 'if-none-match': known })).status).toBe(200)
    expect((await ask({ 'if-none-match': known }, 'GET', '/tagged')).status).toBe(200)
  },
)

test('HEAD has the headers of GET and no body', async () => {
  for (const accepted of ['identity', 'gzip', 'br']) {
    const [head, get] = [await ask({ 'accept-encoding': accepted }, 'HEAD'), await ask({ 'accept-encoding': accepted })]
    const withoutDate = ({ date: _date, ...others }: Record<string, unknown>) => others
    expect(withoutDate(head.headers)).toEqual(withoutDate(get.headers))
    expect([head.status, head.bytes.length]).toEqual([200, 0])
  }
})

test('each answer has the Cache-Control given with it', async () => {
  const answer = createCachedAnswer(LARGE, 't1')
  let left = 3
  const app = await openTestApp((routes) =>
    routes.get('/cached', OPEN, (request, reply) => sendCached(request, reply, answer, `max-age=${left--}`)),
  )
  const seen = [await app.inject('/cached'), await app.inject('/cached'), await app.inject('/cached')]
  expect(seen.map(({ headers }) => headers['cache-control'])).toEqual(['max-age=3', 'max-age=2', 'max-age=1'])
})

test('the size of a tagged answer is measured in bytes', async () => {
  const { headers, bytes } = await ask({}, 'GET', '/tagged')
  expect([bytes.toString(), headers['content-length'], headers.etag]).toEqual(['{"€":1}', '9', '"t1"'])
})

test('cached answers carry the rate limit headers, too', async () => {
  const app = await serving(createCachedAnswer(LARGE, 't1'), { rateLimit: { requests: 5, windowMs: 60_000 } })
  const answers = [
    await app.inject('/cached'),
    await app.inject('/tagged'),
    await app.inject({ url: '/cached', headers: { 'if-none-match': '*' } }),
  ]
  expect(
    answers.map(({ statusCode, headers }) => [statusCode, headers['ratelimit-limit'], headers['ratelimit-remaining']]),
  ).toEqual([
    [200, '5', '4'],
    [200, '5', '3'],
    [304, '5', '2'],
  ])
})

test('small answers with the same tag each have their own body and length', () => {
  const toAnswer = createTaggedAnswers('t1')
  const answers = ['{"a":1}', '{"b":2}', '{"€":3}', '{"c":12345}'].map(toAnswer)
  const said = answers.map(({ identity: { body, headers } }) => [
    Buffer.from(body, 'latin1').toString(),
    headers[headers.indexOf('Content-Length') + 1],
  ])
  expect(said).toEqual([
    ['{"a":1}', '7'],
    ['{"b":2}', '7'],
    ['{"€":3}', '9'],
    ['{"c":12345}', '11'],
  ])
})
