import { expect, test } from 'vitest'
import { askInside, isAskedInside } from '../inside-door.ts'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { clientKey } from './rate-limit.ts'
import { ServiceError } from '../service-error.ts'

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
        throw new ServiceError('not_found', 'No such thing.')
      })
      routes.get('/outside', OPEN, async () => ({}))
    },
    { rateLimit: { requests: 2, windowMs: 60_000 }, trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] },
  )
const ask = { host: 'pay.example', accountId: 'one' }

test('an inside call reaches the route by the host of its URL, for an account, without a rate limit', async () => {
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

test('an inside call gets the errors of the route; a path that is not open to inside calls has no answer', async () => {
  const app = await openApp()
  expect(await askInside(app, { ...ask, path: '/refuses' })).toMatchObject({ status: 404 })
  for (const path of ['/outside', '/nowhere', '/openapi.json']) {
    expect(await askInside(app, { ...ask, path })).toBeUndefined()
  }
})

test('headers of a client cannot make a request an inside call', async () => {
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
