import { TPOS } from '@satchel/extensions/tpos/tpos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

let world: World
beforeAll(async () => {
  const github = { GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: 'y' }
  const env = { ...github, SERVICE_RATE_LIMIT_NO: '50', SERVICE_PUBLIC_URL: 'https://pay.example/wallet' }
  world = await openWorld({ dialect: 'sqlite', env })
})
afterAll(() => world.close())

type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE'

/** Each test is one client. */
let client = 0
function visit(
  url: string,
  options: { method?: Method; headers?: Record<string, string>; remoteAddress?: string } = {},
) {
  client += 1
  return world.app.inject({ method: 'GET', url, headers: BROWSER, remoteAddress: `198.51.100.${client}`, ...options })
}

/** A page of ours, which no cache stores, with a way back and nothing but our own files. */
function expectPage(answer: Awaited<ReturnType<typeof visit>>, status: number, text: string): void {
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
    ),
  })
  expect(answer.body).toMatch(/^<!doctype html>/)
  expect(answer.body).toContain(text)
  expect(answer.body).toMatch(/<a [^>]*href="\/wallet\/"[^>]*>Start page<\/a>/)
}

test.each(['/nowhere', '/tipjar/p/x', '/api/v1/nowhere', '/<script>alert(1)</script>'])(
  'a browser that asks for the unknown address %s gets a page',
  async (url) => {
    const answer = await visit(url)
    expectPage(answer, 404, 'There is nothing at this address.')
    expect(answer.body).not.toContain('alert(1)')
  },
)

test.each([
  ['any type', { accept: '*/*' }],
  ['JSON', { accept: 'application/json' }],
  ['nothing', {}],
  ['HTML from a script of a page', { ...BROWSER, 'sec-fetch-mode': 'cors' }],
])('a program that asks for %s gets JSON as before', async (_what, headers) => {
  const answer = await visit('/nowhere', { headers })
  expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not Found', code: 'no_such_address' }])
  expect(answer.headers['content-type']).toBe('application/json')
})

test('a browser that is rate limited gets a page that says when to come back', async () => {
  const remoteAddress = '203.0.113.1'
  for (let count = 0; count < 50; count += 1) await visit('/nowhere', { remoteAddress })
  const answer = await visit('/nowhere', { remoteAddress })
  expectPage(answer, 429, 'Rate limit exceeded, try again in')
  expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  // The page and its files are visits.
  const [, style = ''] = /href="\/wallet(\/static\/[^"]+\.css)"/.exec(answer.body) ?? []
  expect((await visit(style, { remoteAddress })).statusCode).toBe(200)
  expect((await visit('/', { remoteAddress })).statusCode).toBe(200)
})

test.each([
  ['a wrong method', '/docs', 'POST', 405, 'This address cannot be opened in this way.'],
  ['a link that is none of ours', '/mail/stop/x', 'GET', 404, 'This link is not one of this service.'],
  ['a wrong query', '/static/qr.svg', 'GET', 422, 'query.data: Field required'],
  ['an address that needs a log-in', '/api/v1/wallet', 'GET', 401, 'A valid API key or access token is required.'],
] as const)('a browser that meets %s gets a page', async (_what, url, method, status, text) => {
  expectPage(await visit(url, { method }), status, text)
})

test('HEAD of a browser has the headers of the page', async () => {
  const answer = await visit('/nowhere', { method: 'HEAD' })
  expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
    404,
    '',
    'text/html; charset=utf-8',
  ])
})

test.each([
  ['cancels', '/api/v1/auth/github/token?error=access_denied&state=x'],
  ['comes back with a stale state from', '/api/v1/auth/github/token?code=x&state=y'],
])('a browser that %s a log-in by a provider gets a page, and its cookie ends', async (_what, url) => {
  const answer = await visit(url)
  expectPage(answer, 401, 'Logging in by GitHub failed; please begin again.')
  expect(String(answer.headers['set-cookie'])).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/i)
  expect((await visit(url, { headers: {} })).json()).toMatchObject({ code: 'provider_login_failed' })
})

test.each([
  ['an unknown provider', '/api/v1/auth/unheard', 404, 'There is no such log-in provider.'],
  ['a provider that is not allowed', '/api/v1/auth/google', 403, 'Logging in by google-auth is not allowed here.'],
])('a browser that begins a log-in by %s gets a page', async (_what, url, status, text) => {
  expectPage(await visit(url), status, text)
})

test('an unknown page of an extension is JSON for a program that asks for it, and a page for a browser', async () => {
  const other = await openWorld({ dialect: 'sqlite', builtIns: [TPOS] })
  const ask = async (accept: string) => {
    const answer = await other.app.inject({ method: 'GET', url: '/tpos/p/unknown', headers: { accept } })
    return [answer.statusCode, String(answer.headers['content-type']).split(';')[0]]
  }
  expect(await ask('application/json')).toEqual([404, 'application/json'])
  expect(await ask('application/json, text/plain, */*')).toEqual([404, 'application/json'])
  expect(await ask(BROWSER.accept)).toEqual([404, 'text/html'])
  await other.close()
})
