import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import type { HttpApp } from '../http-app.ts'
import { unauthenticated } from '../service-error.ts'
import { clientKey } from './rate-limit.ts'

const openLimited = (requests: number, options: Parameters<typeof openTestApp>[1] = {}): Promise<HttpApp> =>
  openTestApp(
    (routes) => {
      routes.get('/thing', OPEN, async ({ ip }) => ({ ip }))
      routes.get('/health', { config: { access: 'anyone', rateLimited: false } }, async () => ({ status: 'ok' }))
      routes.get('/page', { config: { access: 'anyone', rateLimited: 'visit' } }, async () => ({ page: true }))
      routes.get('/guarded', { config: { access: 'locked' } }, async () => ({}))
    },
    {
      rateLimit: { requests, windowMs: 60_000 },
      access: {
        anyone: undefined,
        locked() {
          throw unauthenticated('No.')
        },
      },
      ...options,
    },
  )

test('every answer says how many requests are left, and one too many is 429 with the time to wait', async () => {
  const app = await openLimited(2)
  const answers = [await app.inject('/thing'), await app.inject('/thing'), await app.inject('/thing')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
  expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['1', '0', '0'])
  const [first, , refused] = answers
  expect(first?.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-reset': '60' })
  expect(first?.headers['retry-after']).toBeUndefined()
  expect(refused?.json()).toEqual({ detail: 'Rate limit exceeded, try again in 60 s' })
  expect(refused?.headers).toMatchObject({
    'retry-after': '60',
    'ratelimit-limit': '2',
    'ratelimit-reset': '60',
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
  })
})

test('routes exempt from the rate limit are not limited and do not count', async () => {
  const app = await openLimited(1)
  for (let count = 0; count < 5; count += 1) {
    const { statusCode, headers } = await app.inject('/health')
    expect([statusCode, headers['ratelimit-limit']]).toEqual([200, undefined])
  }
  expect((await app.inject('/thing')).statusCode).toBe(200)
  expect((await app.inject('/thing')).statusCode).toBe(429)
  expect((await app.inject('/health')).statusCode).toBe(200)
})

test('visits of pages do not count against the limit, and are answered when it is used up', async () => {
  const app = await openLimited(1)
  for (let count = 0; count < 300; count += 1) {
    const { statusCode, headers } = await app.inject('/page')
    expect([statusCode, headers['ratelimit-limit']]).toEqual([200, undefined])
  }
  expect((await app.inject('/thing')).statusCode).toBe(200)
  expect((await app.inject('/thing')).statusCode).toBe(429)
  expect((await app.inject('/page')).statusCode).toBe(200)
})

test('a flood of visits ends at 20,000 a minute, and other addresses see their page', async () => {
  const app = await openLimited(1)
  const statuses = new Map<number, number>()
  for (let count = 0; count < 20_005; count += 1) {
    const { statusCode } = await app.inject('/page')
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 20_000, 429: 5 })
  const refused = await app.inject('/page')
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/)
  expect((await app.inject({ url: '/page', remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
}, 60_000)

test('if every other limit is higher, visits have that one', async () => {
  const app = await openLimited(500, { rateLimit: { requests: 500, windowMs: 1000 } })
  let answered = 0
  for (let count = 0; count < 20_100; count += 1) answered += (await app.inject('/page')).statusCode === 200 ? 1 : 0
  expect(answered).toBe(20_100)
}, 60_000)

test.each([
  ['names a client, and its peer is no trusted proxy', ['10.0.0.0/8'], '203.0.113.5', '198.51.100.1', 1],
  ['names a client, and no proxy is trusted', [], '127.0.0.1', '198.51.100.1', 1],
  ['comes from a trusted proxy', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', 0],
  ['is empty', [], '127.0.0.1', '', 0],
  ['is missing', [], '127.0.0.1', undefined, 0],
] as const)('the log warns once where X-Forwarded-For %s', async (_what, trustedProxies, peer, forwarded, warnings) => {
  const lines: string[] = []
  const log = { info() {}, error() {}, warn: (_facts: object, text: string) => void lines.push(text) }
  const app = await openLimited(10, { trustedProxies, log })
  await from(app, peer, forwarded)
  await from(app, peer, forwarded)
  expect(lines).toHaveLength(warnings)
  for (const line of lines) expect(line).toContain('SERVICE_TRUSTED_PROXIES')
})

test.each([
  ['unknown paths', 'GET', '/unknown', 404],
  ['wrong verbs', 'POST', '/thing', 405],
  ['redirects', 'GET', '/thing/', 307],
  ['refused credentials', 'GET', '/guarded', 401],
  ['preflights', 'OPTIONS', '/thing', 204],
] as const)('%s count like everything else', async (_name, method, url, status) => {
  const app = await openLimited(2)
  const statuses: number[] = []
  for (let count = 0; count < 3; count += 1) statuses.push((await app.inject({ method, url })).statusCode)
  expect(statuses).toEqual([status, status, 429])
})

test('a rejected request counts once, and its body is not read', async () => {
  const app = await openLimited(1)
  await app.inject('/thing')
  const answer = await app.inject({ method: 'POST', url: '/unknown', payload: 'x'.repeat(2 * 1024 * 1024) })
  expect(answer.statusCode).toBe(429)
})

test('a client above twice the limit is rejected after a delay, and no other client waits for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await openLimited(2)
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) statuses.push((await app.inject('/thing')).statusCode)
  expect(statuses).toEqual([200, 200, 429, 429])
  let answered = false
  const greedy = app.inject('/thing').then((answer) => {
    answered = true
    return answer
  })
  expect((await app.inject({ url: '/thing', remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
  await vi.advanceTimersByTimeAsync(24)
  expect(answered).toBe(false)
  await vi.advanceTimersByTimeAsync(51)
  expect((await greedy).statusCode).toBe(429)
})

test('the delays of rejections differ, so that they do not end in the same tick', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await openLimited(1)
  for (let count = 0; count < 2; count += 1) await app.inject('/thing')
  let refused = 0
  const greedy = Array.from({ length: 100 }, () => app.inject('/thing').then(() => (refused += 1)))
  await vi.advanceTimersByTimeAsync(50)
  expect(refused).toBeGreaterThan(10)
  expect(refused).toBeLessThan(90)
  await vi.advanceTimersByTimeAsync(25)
  await Promise.all(greedy)
})

test('while a thousand rejections are delayed, further ones are answered immediately', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await openLimited(1)
  await app.inject('/thing')
  await app.inject('/thing')
  let answered = 0
  const waiting = Array.from({ length: 1003 }, async () => {
    const { statusCode } = await app.inject('/thing')
    answered += 1
    return statusCode
  })
  await vi.waitUntil(() => answered > 0)
  expect(answered).toBe(3)
  await vi.advanceTimersByTimeAsync(75)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([429]))
})

test('without a limit there are no limit headers', async () => {
  const app = await openLimited(1, { rateLimit: undefined })
  const answers = [await app.inject('/thing'), await app.inject('/thing')]
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['ratelimit-limit']])).toEqual([
    [200, undefined],
    [200, undefined],
  ])
})

const from = (app: HttpApp, remoteAddress: string, forwarded?: string) =>
  app.inject({
    url: '/thing',
    remoteAddress,
    ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
  })

test('X-Forwarded-For of an untrusted peer does not change the client', async () => {
  const app = await openLimited(1, { trustedProxies: ['10.0.0.0/8'] })
  expect((await from(app, '203.0.113.5', '198.51.100.1')).json()).toEqual({ ip: '203.0.113.5' })
  expect((await from(app, '203.0.113.5', '198.51.100.2')).statusCode).toBe(429)
})

test('behind a trusted proxy each forwarded address is a separate client', async () => {
  const app = await openLimited(1, { trustedProxies: ['10.0.0.0/8', '192.0.2.1'] })
  expect((await from(app, '10.1.2.3', '198.51.100.1')).json()).toEqual({ ip: '198.51.100.1' })
  expect((await from(app, '192.0.2.1', '198.51.100.2')).statusCode).toBe(200)
  expect((await from(app, '10.1.2.3', '198.51.100.2')).statusCode).toBe(429)
})

test('an address the client put in front of the chain does not count', async () => {
  const app = await openLimited(1, { trustedProxies: ['10.0.0.0/8'] })
  expect((await from(app, '10.1.2.3', '1.1.1.1, 198.51.100.1')).json()).toEqual({ ip: '198.51.100.1' })
  expect((await from(app, '10.1.2.3', '2.2.2.2, 198.51.100.1, 10.9.9.9')).statusCode).toBe(429)
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['::ffff:203.0.113.5', '203.0.113.5', true],
  ['203.0.113.5', '203.0.113.6', false],
  ['2001:DB8::1', '2001:db8:0:0::2', true],
])('an IPv6 /64 is one client, an IPv4 address another: %s and %s', (one, other, same) => {
  expect(clientKey(one) === clientKey(other)).toBe(same)
})

test.each([undefined, '', 'unknown', '_hidden', '1.2.3.4.5'])(
  'clients without a valid address share one limit: %j',
  (address) => {
    expect(clientKey(address)).toBe('unknown')
  },
)

/** A request whose socket has the given local address: on loopback every 127.x.y.z is local. */
async function askFrom(localAddress: string, port: number): Promise<number | undefined> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { connection: 'close', 'x-forwarded-for': '198.51.100.1' }
    httpRequest({ host: '127.0.0.1', port, localAddress, path: '/thing', headers }, resolve).on('error', reject).end()
  })
  answer.resume()
  return answer.statusCode
}

test('127.0.0.2 and 127.0.0.3 are different clients', async () => {
  const app = await openLimited(1)
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  expect(await askFrom('127.0.0.2', port)).toBe(200)
  expect(await askFrom('127.0.0.2', port)).toBe(429)
  expect(await askFrom('127.0.0.3', port)).toBe(200)
})
