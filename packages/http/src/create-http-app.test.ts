import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../world/open-test-app.ts'
import type { AccessRule } from './create-http-app.ts'
import type { HttpApp } from './http-app.ts'
import { ServiceError } from './service-error.ts'

test.each([
  ['no configuration', {}],
  ['an empty configuration', { config: {} }],
  ['an unknown rule', { config: { access: 'everyone' } }],
  ['the name of something every object has', { config: { access: 'toString' } }],
])('a route with %s stops the start', async (_name, options) => {
  await expect(openTestApp((routes) => routes.get('/open-door', options, async () => ({})))).rejects.toThrow(
    'GET /open-door states no access rule: config.access must be one of anyone',
  )
})

const forbidden: AccessRule = () => {
  throw new ServiceError({ status: 403, detail: 'Not for you.' })
}

const openGuarded = (rule: AccessRule): Promise<HttpApp> =>
  openTestApp(
    (routes) => {
      routes.post('/guarded', { config: { access: 'rule' } }, async () => ({ passed: true }))
      routes.get('/guarded', { config: { access: 'rule' } }, async () => ({ passed: true }))
    },
    { access: { anyone: undefined, rule } },
  )

test.each([
  ['a broken body', 'application/json', '{'],
  ['a body of the wrong type', 'text/plain', 'hello'],
  ['a body that is too large', 'application/json', 'x'.repeat(2 * 1024 * 1024)],
])('a caller without access cannot detect %s', async (_name, type, payload) => {
  const app = await openGuarded(forbidden)
  const answer = await app.inject({ method: 'POST', url: '/guarded', headers: { 'content-type': type }, payload })
  expect([answer.statusCode, answer.json()]).toEqual([403, { detail: 'Not for you.' }])
})

test('the rule of a GET route guards its HEAD, too', async () => {
  const app = await openGuarded(forbidden)
  expect((await app.inject({ method: 'HEAD', url: '/guarded' })).statusCode).toBe(403)
})

test('an access rule may be asynchronous; the route waits for it', async () => {
  const seen: string[] = []
  const app = await openGuarded(async ({ method }) => {
    await Promise.resolve()
    seen.push(method)
  })
  expect((await app.inject('/guarded')).json()).toEqual({ passed: true })
  await expect(app.inject({ method: 'POST', url: '/guarded' })).resolves.toMatchObject({ statusCode: 200 })
  expect(seen).toEqual(['GET', 'POST'])
})

test('an access rule that fails unexpectedly rejects the request', async () => {
  const app = await openGuarded(async () => Promise.reject(new Error('database is down')))
  const answer = await app.inject('/guarded')
  expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Internal Server Error' }])
})

const openEcho = (): Promise<HttpApp> =>
  openTestApp((routes) =>
    routes.post('/echo', OPEN, async ({ body }) => ({ body: body === undefined ? 'none' : body })),
  )

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json ; charset=UTF-8',
  'Application/JSON',
  'application/merge-patch+json',
])('a body is JSON under the type %s', async (type) => {
  const app = await openEcho()
  const headers = { 'content-type': type }
  expect((await app.inject({ method: 'POST', url: '/echo', headers, payload: '{"a":1}' })).json()).toEqual({
    body: { a: 1 },
  })
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'text/json+x',
])('a body of the type %s is 415', async (type) => {
  const app = await openEcho()
  const headers = { 'content-type': type }
  const answer = await app.inject({ method: 'POST', url: '/echo', headers, payload: '{"a":1}' })
  expect([answer.statusCode, answer.json()]).toEqual([415, { detail: 'Unsupported Media Type: send application/json' }])
})

test('a body without a type is read as JSON, and rejected when it is none', async () => {
  const app = await openEcho()
  const send = (text: string) => app.inject({ method: 'POST', url: '/echo', payload: Buffer.from(text) })
  expect((await send('{"a":1}')).json()).toEqual({ body: { a: 1 } })
  expect((await send('a=1')).statusCode).toBe(422)
})

test.each([
  undefined,
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
])('where no body is required an empty one is accepted under any type: %s', async (type) => {
  const app = await openEcho()
  const headers = { 'content-length': '0', ...(type !== undefined && { 'content-type': type }) }
  expect((await app.inject({ method: 'POST', url: '/echo', headers })).json()).toEqual({ body: 'none' })
})

test('every answer has the common headers, and is not cached unless it allows it', async () => {
  const app = await openTestApp((routes) => {
    routes.get('/plain', OPEN, async () => ({ é: 1 }))
    routes.get('/stored', OPEN, async (_request, reply) => reply.header('Cache-Control', 'public, max-age=5').send({}))
  })
  for (const url of ['/plain', '/stored', '/unknown']) {
    expect((await app.inject({ url, headers: { origin: 'https://shop.example' } })).headers).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('RateLimit-Remaining'),
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      'cache-control': url === '/stored' ? 'public, max-age=5' : 'no-store',
    })
  }
})

test('only pages of other origins get Access-Control-Expose-Headers', async () => {
  const app = await openTestApp((routes) => routes.get('/plain', OPEN, async () => ({})))
  expect((await app.inject('/plain')).headers).not.toHaveProperty('access-control-expose-headers')
})
