import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { answersInside, askInside, isAskedInside, passOn } from '../inside-door.ts'
import { notFound } from '../service-error.ts'
import { clientKey } from './rate-limit.ts'

const openApp = () =>
  openTestApp(
    (routes) => {
      routes.get('/inside/:name', { config: { access: 'anyone', inside: true } }, async (request) => ({
        asked: request.url,
        host: request.host,
        client: clientKey(request.ip),
        inside: isAskedInside(request),
      }))
      routes.get('/refuses', { config: { access: 'anyone', inside: true } }, async () => {
        throw notFound('No such thing.')
      })
      routes.get('/outside', OPEN, async ({ ip, headers }) => ({ ip, headers: Object.keys(headers).sort() }))
      routes.get('/translated', OPEN, async (request) =>
        Promise.all(Array.from({ length: 5 }, async () => (await passOn(routes, request, { url: '/outside' })).json())),
      )
    },
    { rateLimit: { requests: 2, windowMs: 60_000 }, trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] },
  )
const ask = { host: 'pay.example', accountId: 'one' }

test('an internal call reaches the route by the host of its URL, for an account, without a rate limit', async () => {
  const app = await openApp()
  for (let times = 0; times < 10; times += 1) {
    const answer = await askInside(app, { ...ask, path: '/inside/a%20b?c=d&e=%26' })
    expect(answer?.status).toBe(200)
    expect(JSON.parse(String(answer?.body))).toEqual({
      asked: '/inside/a%20b?c=d&e=%26',
      host: 'pay.example',
      client: 'account:one',
      inside: true,
    })
  }
  expect((await app.inject('/inside/x')).json()).toMatchObject({ client: '127.0.0.1', inside: false })
})

test('an internal call gets the errors of the route; a path that is not open to internal calls has no answer', async () => {
  const app = await openApp()
  expect(await askInside(app, { ...ask, path: '/refuses' })).toMatchObject({ status: 404 })
  for (const path of ['/outside', '/nowhere', '/openapi.json']) {
    expect(await askInside(app, { ...ask, path })).toBeUndefined()
  }
})

test('whether a path answers internal calls is known without running its route', async () => {
  const app = await openApp()
  const answers = (path: string) => answersInside(app, { host: 'pay.example', path })
  expect(await Promise.all(['/inside/x', '/refuses', '/outside', '/nowhere'].map(answers))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const probed = await app.inject({ url: '/inside/x', headers: { 'x-probe': 'true' } })
  expect(probed.statusCode).toBe(200)
})

test('a payout of an account is limited apart from the account', async () => {
  const app = await openApp()
  const answer = await askInside(app, { ...ask, isPayout: true, path: '/inside/x' })
  expect(JSON.parse(String(answer?.body))).toMatchObject({ client: 'payout:one', inside: true })
})

test('a client cannot claim by headers to be an internal call', async () => {
  const app = await openApp()
  const headers = { 'x-forwarded-for': 'account:one', forwarded: 'for=account:one' }
  const statuses: number[] = []
  for (let times = 0; times < 3; times += 1) {
    const { statusCode, body } = await app.inject({ url: '/inside/x', headers, remoteAddress: '10.0.0.1' })
    statuses.push(statusCode)
    if (statusCode === 200) expect(JSON.parse(body)).toMatchObject({ inside: false })
  }
  expect(statuses).toEqual([200, 200, 429])
})

test('a request that is passed on to other routes counts once, for the address of its client', async () => {
  const app = await openApp()
  const ask = () => app.inject({ url: '/translated', headers: { 'x-forwarded-for': '198.51.100.7' } })
  const answers = [await ask(), await ask(), await ask()]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
  expect(answers[0]?.headers['ratelimit-remaining']).toBe('1')
  // A route cannot tell how the call passed the limit.
  const seen = { ip: '198.51.100.7', headers: ['host', 'user-agent'] }
  expect(answers[0]?.json()).toEqual([seen, seen, seen, seen, seen])
})

test('a client cannot claim that its request was counted', async () => {
  const app = await openApp()
  const statuses: number[] = []
  for (let times = 0; times < 3; times += 1) {
    const { statusCode } = await app.inject({ url: '/outside', headers: { 'x-counted': 'true' } })
    statuses.push(statusCode)
  }
  expect(statuses).toEqual([200, 200, 429])
})
