import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '../world/open-test-app.ts'
import type { HttpAppOptions } from './create-http-app.ts'
import type { HttpApp } from './http-app.ts'
import { createCachedAnswer, createTaggedAnswers, sendCached } from './prepared/cached-answer.ts'
import { createHttpMetrics } from './reports/http-metrics.ts'
import { forbidden } from './service-error.ts'

const LARGE = createCachedAnswer(Buffer.from(JSON.stringify(Array.from({ length: 300 }, (_, at) => `€${at}`))), 't1')
const SMALL = createTaggedAnswers('t1')('{"€":1}')
const CACHE = 'public, max-age=7'

interface World {
  readonly app: HttpApp
  readonly port: number
  /** The handlers and finders that were called, in order. */
  readonly asked: string[]
}

/** `/large`, `/small/:name` and `/broken` are prepared; `broken` only in name. */
async function listen(options: Partial<HttpAppOptions> = {}, access = 'anyone'): Promise<World> {
  const asked: string[] = []
  const app = await openTestApp((routes) => {
    const route = (path: string, url: string, answer: typeof LARGE, find: () => typeof LARGE) => {
      const prepared = (wanted: string) => {
        if (wanted !== url) return undefined
        asked.push(`prepared ${wanted}`)
        return { answer: find(), cacheControl: CACHE }
      }
      routes.get(path, { config: { access, prepared } }, (request, reply) => {
        asked.push(`handler ${request.method} ${request.url}`)
        sendCached(request, reply, answer, CACHE)
      })
    }
    route('/large', '/large', LARGE, () => LARGE)
    route('/small/:name', '/small/one', SMALL, () => SMALL)
    route('/broken', '/broken', SMALL, () => {
      throw new Error('not ready')
    })
    routes.get('/usual', { config: { access } }, async () => ({ usual: true }))
  }, options)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { app, port: (app.server.address() as AddressInfo).port, asked }
}

async function ask({ port }: World, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = httpRequest({ port, path, method, headers, host: '127.0.0.1', agent: false }).end()
  const [answer] = await once(sent, 'response')
  const { date: _date, connection: _connection, ...others } = answer.headers
  const chunks: Buffer[] = await answer.toArray()
  return { status: answer.statusCode as number, headers: others, body: Buffer.concat(chunks).toString('latin1') }
}

test.each<Record<string, string>>([
  {},
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'gzip, br' },
  { 'if-none-match': '"t1"' },
  { 'if-none-match': 'W/"t1-br"', 'accept-encoding': 'br' },
  { 'if-none-match': '"t0"' },
  { 'x-request-id': 'trace-0001', 'content-length': '0' },
])('a prepared answer equals the answer of the handler, to %j', async (headers) => {
  const world = await listen()
  for (const path of ['/large', '/small/one']) {
    const prepared = await ask(world, path, headers)
    const handled = await ask(world, `${path}?`, headers)
    expect(prepared).toEqual(handled)
    const { statusCode, headers: injected, rawPayload } = await world.app.inject({ url: path, headers })
    expect([prepared.status, prepared.body]).toEqual([statusCode, rawPayload.toString('latin1')])
    expect(injected).toMatchObject(prepared.headers)
  }
  expect(world.asked.filter((line) => line.startsWith('prepared'))).toEqual(['prepared /large', 'prepared /small/one'])
})

test('a request that differs from the prepared ones is answered by the handler', async () => {
  const world = await listen()
  expect((await ask(world, '/large?x=1')).status).toBe(200)
  expect((await ask(world, '/small/on%65')).status).toBe(200)
  expect((await ask(world, '/small/two')).status).toBe(200)
  expect((await ask(world, '/large', {}, 'HEAD')).body).toBe('')
  expect((await ask(world, '/large', {}, 'POST')).status).toBe(405)
  expect((await ask(world, '/large', {}, 'OPTIONS')).status).toBe(204)
  expect((await ask(world, '/usual')).body).toBe('{"usual":true}')
  expect(world.asked).toEqual([
    'handler GET /large?x=1',
    'handler GET /small/one',
    'handler GET /small/two',
    'handler HEAD /large',
  ])
})

test('when the lookup of a prepared answer fails the handler answers', async () => {
  const world = await listen()
  expect(await ask(world, '/broken')).toMatchObject({ status: 200, headers: { etag: '"t1"' } })
  expect(world.asked).toEqual(['prepared /broken', 'handler GET /broken'])
})

test('a prepared answer never bypasses the access rule of its route', async () => {
  const rule = () => {
    throw forbidden('Not for you.')
  }
  const world = await listen({ access: { anyone: undefined, rule } }, 'rule')
  expect((await ask(world, '/large')).status).toBe(403)
  expect(world.asked).toEqual([])
})

test('with a rate limit every request counts, and its answer says so', async () => {
  const world = await listen({ rateLimit: { requests: 1, windowMs: 60_000 } })
  const first = await ask(world, '/large')
  expect([first.status, first.headers['ratelimit-remaining']]).toEqual([200, '0'])
  expect((await ask(world, '/large')).status).toBe(429)
  expect(world.asked).toEqual(['handler GET /large'])
})

test('a prepared answer is counted by template and logged with an id, like every answer', async () => {
  const metrics = createHttpMetrics({ processMetrics: false })
  const lines: object[] = []
  const log = { info: (facts: object) => void lines.push(facts), warn() {}, error() {} }
  const world = await listen({ metrics, log, accessLog: 'all' })
  await ask(world, '/small/one', { 'x-request-id': 'trace-0001' })
  await ask(world, '/small/one', { 'if-none-match': '*' })
  const common = { method: 'GET', route: '/small/:name', ms: expect.any(Number) }
  expect(lines).toEqual([
    { ...common, id: 'trace-0001', status: 200 },
    { ...common, id: expect.stringMatching(/^[0-9a-f]{12}-1$/), status: 304 },
  ])
  const counts = (await metrics.registry.metrics()).split('\n').filter((line) => line.includes('_count{'))
  expect(counts).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/small/:name",status="200"} 1',
    'http_request_duration_seconds_count{method="GET",route="/small/:name",status="304"} 1',
  ])
})

test('pipelined requests are answered in their order', async () => {
  const { port } = await listen()
  const socket = connect(port, '127.0.0.1')
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
  const withBody = `${get('/small/one', 'Content-Length: 5\r\n')}{"x"}`
  socket.write(get('/usual') + withBody + get('/usual') + get('/small/one', 'Connection: close\r\n'))
  expect((await text(socket)).match(/\{.*?\}/g)).toEqual(['{"usual":true}', '{"€":1}', '{"usual":true}', '{"€":1}'])
})

test('a server that is stopping sends no prepared answers', async () => {
  const world = await listen()
  const socket = connect(world.port, '127.0.0.1')
  // Half a request: the connection is not idle, so it survives the start of the shutdown.
  socket.write('GET /small/one HTTP/1.1\r\n')
  await once(world.app.server, 'connection')
  const closed = world.app.close()
  await new Promise((resolve) => setImmediate(resolve))
  socket.write('Host: x\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/i)
  await closed
  expect(world.asked).toEqual([])
})

test('the server keeps its configured limits', async () => {
  const { app } = await listen()
  expect([app.server.requestTimeout, app.server.headersTimeout, app.server.keepAliveTimeout]).toEqual([
    30_000, 30_000, 65_000,
  ])
})
