import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_HEADERS, cookiesOf, logInBrowser, openBrowser } from '../../../test/world/accounts/open-browser.ts'
import { register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const DAY = 86_400
const PASSWORD = 'a good password'
const LOG_IN = { ...APP_HEADERS, 'x-session': 'cookie' }

describe.each(LOGIC_DIALECTS)('sessions of the web app, on %s', (dialect) => {
  let world: World
  let people = 0
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_RATE_LIMIT_NO: '0' } })
  })
  afterAll(() => world.close())
  const newName = (): string => `person-${(people += 1)}`

  test('a log-in with X-Session: cookie answers no token, and a cookie that no script can read', async () => {
    const username = newName()
    const { status, body, headers } = await world.call('POST', '/api/v1/auth/register', {
      body: { username, password: PASSWORD },
      headers: LOG_IN,
    })
    expect([status, body.access_token, body.token_type]).toEqual([201, '', 'cookie'])
    // On loopback both: Safari takes no secure cookie over plain HTTP.
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^__Host-satchel=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
      expect.stringMatching(/^satchel=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['without X-Satchel', { 'x-satchel': '' }],
    ['from a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
  ])('a cookie %s does not count', async (_title, headers) => {
    const browser = await openBrowser(world, newName())
    expect((await browser.call('GET', '/api/v1/auth')).status).toBe(200)
    expect((await browser.call('GET', '/api/v1/auth', { headers })).status).toBe(401)
    expect((await browser.call('POST', '/api/v1/wallet', { headers, body: {} })).status).toBe(401)
  })

  test('without Sec-Fetch-Site the Origin header decides, if the browser sends it', async () => {
    const browser = await openBrowser(world, newName())
    const headers = { 'x-satchel': 'app', cookie: browser.cookie(), host: '127.0.0.1:5000' }
    const statusFrom = async (origin: string | undefined) =>
      (await world.call('GET', '/api/v1/auth', { headers: { ...headers, ...(origin !== undefined && { origin }) } }))
        .status
    expect(await Promise.all([undefined, 'http://127.0.0.1:5000'].map(statusFrom))).toEqual([200, 200])
    const foreign = ['https://evil.example', 'http://127.0.0.1:5001', 'null', 'nonsense']
    expect(await Promise.all(foreign.map(statusFrom))).toEqual([401, 401, 401, 401])
  })

  test('no answer permits a page of another origin to send the cookie', async () => {
    const browser = await openBrowser(world, newName())
    const origin = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const { headers } = await browser.call('GET', '/api/v1/wallets', { headers: origin })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const preflight = await world.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/wallets',
      headers: { ...origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-satchel' },
    })
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('a page of another site cannot log a browser in', async () => {
    const { username, password } = await register(world, { username: newName() })
    const headers = { ...LOG_IN, 'sec-fetch-site': 'cross-site' }
    const answer = await world.call('POST', '/api/v1/auth', { body: { username, password }, headers })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
  })

  test('a key or a token has priority over a cookie', async () => {
    const browser = await openBrowser(world, newName())
    const wallet = await world.openWallet(7)
    const other = await register(world, { username: newName() })
    expect((await browser.call('GET', '/api/v1/wallet', { key: wallet.invoiceKey })).body.id).toBe(wallet.id)
    expect((await browser.call('GET', '/api/v1/auth', { token: other.token })).body.id).toBe(other.id)
    expect((await browser.call('GET', '/api/v1/auth', { token: 'x.y.z' })).status).toBe(401)
  })

  test('no answer shows a session the keys of its wallets, except after a fresh proof', async () => {
    const username = newName()
    const browser = await openBrowser(world, username)
    const keys = /"(adminkey|inkey)":"[0-9a-f]{32}"/
    for (const [method, url] of [
      ['GET', '/api/v1/wallets'],
      ['GET', '/api/v1/wallet'],
      ['GET', '/api/v1/wallet/paginated'],
      ['GET', '/api/v1/auth'],
      ['POST', '/api/v1/wallet'],
      ['PUT', '/api/v1/wallet/reset'],
    ] as const) {
      const { status, body } = await browser.call(method, url)
      expect([url, status < 300, keys.test(JSON.stringify(body))]).toEqual([url, true, false])
    }
    // The log-in itself is a proof.
    expect((await browser.call('GET', '/api/v1/wallet/keys')).status).toBe(200)
    world.advance(301)
    const refused = await browser.call('GET', '/api/v1/wallet/keys')
    expect([refused.status, refused.body]).toEqual([
      401,
      expect.objectContaining({ code: 'step_up_required', step_up: ['password'] }),
    ])
    const stepUp = (body: object) => browser.call('POST', '/api/v1/auth/step-up', { body })
    expect((await stepUp({ password: 'a wrong password' })).status).toBe(400)
    expect((await stepUp({})).status).toBe(422)
    expect((await browser.call('GET', '/api/v1/wallet/keys')).status).toBe(401)
    expect((await stepUp({ password: PASSWORD })).status).toBe(200)
    const { body: shown } = await browser.call('GET', '/api/v1/wallet/keys')
    expect((await world.call('GET', '/api/v1/wallet', { key: shown.adminkey })).body.adminkey).toBe(shown.adminkey)
    expect((await world.call('GET', '/api/v1/wallet', { key: shown.inkey })).body.inkey).toBe(shown.inkey)
  })

  test('routes that show or change secrets require a step-up of a session, and not of a token', async () => {
    const browser = await openBrowser(world, newName())
    world.advance(301)
    for (const [method, url, body] of [
      ['GET', '/api/v1/wallet/keys'],
      ['PUT', '/api/v1/wallet/reset'],
      ['DELETE', '/api/v1/wallet'],
      ['POST', '/api/v1/auth/totp'],
      ['PUT', '/api/v1/auth/totp', { totp: '123456' }],
      ['DELETE', '/api/v1/auth/totp', { totp: '123456' }],
      ['POST', '/api/v1/auth/passkeys/options'],
      ['POST', '/api/v1/auth/recovery-codes'],
      ['DELETE', '/api/v1/auth/identities/x'],
      ['POST', '/api/v1/auth/acls/x/tokens'],
    ] as const) {
      const asked = await browser.call(method, url, { body })
      expect([url, asked.status, asked.body.code]).toEqual([url, 401, 'step_up_required'])
    }
    const { token } = await register(world, { username: newName() })
    world.advance(301)
    expect((await world.call('PUT', '/api/v1/wallet/reset', { token })).status).toBe(200)
    const asked = await world.call('POST', '/api/v1/auth/step-up', { token, body: { password: PASSWORD } })
    expect(asked.status).toBe(400)
  })

  test('its owner sees every session and can end each of them', async () => {
    const username = newName()
    const first = await openBrowser(world, username)
    world.advance(60)
    const body = { username, password: PASSWORD }
    const second = await logInBrowser(world, body)
    const { body: sessions } = await first.call('GET', '/api/v1/auth/sessions')
    expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, true])
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', agent: expect.any(String), id: expect.any(String) })
    const stranger = await openBrowser(world, newName())
    const url = `/api/v1/auth/sessions/${sessions[0].id}`
    expect((await stranger.call('DELETE', url)).status).toBe(404)
    expect((await second.call('GET', '/api/v1/auth')).status).toBe(200)
    expect((await first.call('DELETE', url)).status).toBe(200)
    expect((await second.call('GET', '/api/v1/auth')).status).toBe(401)
    expect((await first.call('DELETE', url)).status).toBe(404)
    const { token } = (await world.call('POST', '/api/v1/auth', { body })).body
    expect((await world.call('GET', '/api/v1/auth/sessions', { token })).status).toBe(401)
  })

  test('logging out ends the session, removes the cookie and clears what the browser stored', async () => {
    const browser = await openBrowser(world, newName())
    const { status, headers } = await browser.call('POST', '/api/v1/auth/logout')
    expect([status, headers['clear-site-data']]).toEqual([200, '"cache", "storage"'])
    expect([headers['set-cookie']].flat()).toEqual([
      '__Host-satchel=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
      'satchel=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ])
    expect((await browser.call('GET', '/api/v1/auth')).status).toBe(401)
    expect((await browser.call('POST', '/api/v1/auth/logout')).status).toBe(200)
    expect((await world.call('POST', '/api/v1/auth/logout')).status).toBe(200)
  })

  test('a page of another site cannot log a browser out', async () => {
    const browser = await openBrowser(world, newName())
    for (const site of ['cross-site', 'same-site', 'none']) {
      for (const app of ['', 'app']) {
        const headers = { 'sec-fetch-site': site, 'x-satchel': app }
        const answer = await browser.call('POST', '/api/v1/auth/logout', { headers })
        expect(answer).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
        expect(answer.headers).not.toHaveProperty('clear-site-data')
        expect(answer.headers).not.toHaveProperty('set-cookie')
      }
    }
    expect((await browser.call('GET', '/api/v1/auth')).status).toBe(200)
  })

  test('a session lives for 30 days after its last use, and at most 90', async () => {
    const [used, idle] = [await openBrowser(world, newName()), await openBrowser(world, newName())]
    const isGood = async (browser: typeof used) => (await browser.call('GET', '/api/v1/auth')).status === 200
    for (let day = 0; day < 87; day += 29) {
      world.advance(29 * DAY)
      expect(await isGood(used)).toBe(true)
    }
    expect(await isGood(idle)).toBe(false)
    world.advance(3 * DAY)
    expect(await isGood(used)).toBe(false)
  })

  test('a new password ends every other session and token; the current session continues', async () => {
    const username = newName()
    const browser = await openBrowser(world, username)
    const body = { username, password: PASSWORD }
    const other = await logInBrowser(world, body)
    const { access_token: token } = (await world.call('POST', '/api/v1/auth', { body })).body
    const change = { password_old: PASSWORD, password: 'another password', password_repeat: 'another password' }
    const changed = await browser.call('PUT', '/api/v1/auth/password', { body: change })
    expect([changed.status, changed.body]).toEqual([200, { access_token: '', token_type: 'cookie' }])
    expect((await browser.call('GET', '/api/v1/auth')).status).toBe(200)
    expect((await other.call('GET', '/api/v1/auth')).status).toBe(401)
    expect((await world.call('GET', '/api/v1/auth', { token })).status).toBe(401)
    expect((await browser.call('GET', '/api/v1/auth/sessions')).body).toHaveLength(1)
  })

  test('logging out everywhere ends all sessions', async () => {
    const browser = await openBrowser(world, newName())
    expect((await browser.call('POST', '/api/v1/auth/logout-everywhere')).status).toBe(200)
    expect((await browser.call('GET', '/api/v1/auth')).status).toBe(401)
  })

  test('a copy of the database cannot log in: it contains no cookie value', async () => {
    const browser = await openBrowser(world, newName())
    const [, value = 'none'] = browser.cookie().split('=')
    const rows = await world.db.list('SELECT * FROM sessions', [], (row: object) => row)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows, (_key, field) => (typeof field === 'bigint' ? Number(field) : field))).not.toContain(
      value,
    )
  })

  test('a user has at most a hundred sessions, the last used ones', async () => {
    const username = newName()
    const first = await openBrowser(world, username)
    const body = { username, password: PASSWORD }
    for (let more = 0; more < 100; more += 1) {
      world.advance(1)
      await logInBrowser(world, body)
    }
    expect((await first.call('GET', '/api/v1/auth')).status).toBe(401)
    const last = await logInBrowser(world, body)
    expect((await last.call('GET', '/api/v1/auth/sessions')).body).toHaveLength(100)
  })
})

test.each([
  ['over TLS only the secure one', 'https://pay.example', 'pay.example', ['__Host-satchel']],
  ['in a network without TLS only the plain one', 'http://127.0.0.1:5000', '192.168.1.5:5000', ['satchel']],
  ['behind a proxy that names another host the plain one', 'https://pay.example', 'inside:5000', ['satchel']],
])('the cookie: %s', async (_title, publicUrl, host, names) => {
  const place = await openWorld({ dialect: 'sqlite', env: { SERVICE_PUBLIC_URL: publicUrl } })
  try {
    const body = { username: 'person', password: PASSWORD }
    const answer = await place.call('POST', '/api/v1/auth/register', { body, headers: { ...LOG_IN, host } })
    expect(cookiesOf(answer).map((cookie) => cookie.split('=')[0])).toEqual(names)
    const headers = { ...APP_HEADERS, host, cookie: cookiesOf(answer)[0] ?? '' }
    expect((await place.call('GET', '/api/v1/auth', { headers })).status).toBe(200)
    if (names[0] === '__Host-satchel') {
      // A neighbour's subdomain could set this one.
      const tossed = { ...headers, cookie: headers.cookie.replace('__Host-', '') }
      expect((await place.call('GET', '/api/v1/auth', { headers: tossed })).status).toBe(401)
    }
  } finally {
    await place.close()
  }
})
