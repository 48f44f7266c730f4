import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import type { HttpApp } from '../http-app.ts'
import { type AccessLog, createAccessLog } from './access-log.ts'

interface Line {
  readonly id: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

async function openLogged(accessLog: AccessLog): Promise<{ app: HttpApp; lines: Line[] }> {
  const lines: Line[] = []
  const log = { info: (facts: object) => void lines.push(facts as Line), warn() {}, error() {} }
  const app = await openTestApp(
    (routes) => {
      routes.get('/wallet/:key', OPEN, async () => ({}))
      routes.get('/fail', OPEN, async () => Promise.reject(new Error('secret-cause')))
    },
    { log, accessLog },
  )
  return { app, lines }
}

test('a line names the matched route and the answer', async () => {
  const { app, lines } = await openLogged('all')
  await app.inject({ url: '/wallet/abc', headers: { 'x-request-id': 'trace-0001' } })
  expect(lines).toEqual([
    { id: 'trace-0001', method: 'GET', route: '/wallet/:key', status: 200, ms: expect.any(Number) },
  ])
})

test('no line contains what a path, a query or a header carries', async () => {
  const { app, lines } = await openLogged('all')
  const headers = { 'x-api-key': 'secret-header', authorization: 'Bearer secret-token', 'user-agent': 'secret-agent' }
  for (const url of [
    '/wallet/secret-path?api-key=secret-query',
    '/secret-unknown?secret',
    '/fail?secret',
    '/wallet/secret/',
  ]) {
    await app.inject({ url, headers })
  }
  expect(lines.map(({ route, status }) => [route, status])).toEqual([
    ['/wallet/:key', 200],
    ['unknown', 404],
    ['/fail', 500],
    ['unknown', 307],
  ])
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('the sampled log has every server error and every hundredth other answer', async () => {
  const { app, lines } = await openLogged('sampled')
  for (let count = 0; count < 199; count += 1) await app.inject(count === 10 ? '/fail' : '/wallet/abc')
  expect(lines.map(({ status }) => status)).toEqual([500, 200])
})

test('an access log that is off writes nothing', async () => {
  const { app, lines } = await openLogged('off')
  await app.inject('/fail')
  expect([lines, createAccessLog({ info() {}, warn() {}, error() {} }, 'off')]).toEqual([[], undefined])
})
