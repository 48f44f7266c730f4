import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { APP_HEADERS, cookiesOf } from '../../../test/world/accounts/open-browser.ts'
import { type Answer, openWorld, type World } from '../../../test/world/open-world.ts'
import { openTestOpenId, type TestOpenId } from '../../../test/world/providers/open-test-openid.ts'
import { openTestServer } from '../../../test/world/providers/open-test-server.ts'
import { testVisits } from '../../../test/world/providers/open-test-visits.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const PUBLIC = 'https://pay.example/wallet'
const CALLBACK = `${PUBLIC}/api/v1/auth/keycloak/token`
const TOKEN = '/api/v1/auth/keycloak/token'

const sessionCookieOf = (answer: Answer): string =>
  cookiesOf(answer).find((cookie) => cookie.startsWith('satchel=')) ?? ''

describe.each(LOGIC_DIALECTS)('the doors of the providers, on %s', (dialect) => {
  let openId: TestOpenId
  const opened: World[] = []
  beforeAll(async () => {
    openId = await openTestOpenId([CALLBACK, 'http://127.0.0.1:5000/api/v1/auth/keycloak/token'])
  })
  afterEach(async () => {
    for (const world of opened.splice(0)) await world.close()
  })
  afterAll(() => openId.close())
  const openWith = async (env: Record<string, string> = {}): Promise<World> => {
    const world = await openWorld({ dialect, env: { ...openId.env('KEYCLOAK'), ...env } })
    opened.push(world)
    return world
  }
  const newcomer = () => {
    openId.account = { sub: randomBytes(8).toString('hex') }
  }

  test('an unknown provider is 404 before anything else is checked', async () => {
    const world = await openWith()
    for (const name of ['x', 'Keycloak', 'constructor', '__proto__', 'toString', '%00', 'nostr']) {
      for (const [method, path] of [
        ['GET', `/api/v1/auth/${name}`],
        ['GET', `/api/v1/auth/${name}/token`],
        ['POST', `/api/v1/auth/${name}/token`],
      ] as const) {
        if (path === '/api/v1/auth/nostr') continue
        const { status, body } = await world.call(method, path, method === 'POST' ? { body: {} } : {})
        expect([method, path, status, body]).toEqual([
          method,
          path,
          404,
          { detail: 'There is no such log-in provider.', code: 'provider_unknown' },
        ])
      }
    }
  })

  test('422 for a body without code or state, or of other types; 413 for a large one; 400 for another redirect URI', async () => {
    const world = await openWith()
    const status = async (body: unknown) => (await world.call('POST', TOKEN, { body })).status
    const good = { code: 'x', state: 'x' }
    for (const bad of [
      {},
      { code: 'x' },
      { state: 'x' },
      { ...good, code: 1 },
      { ...good, state: null },
      { ...good, code: '' },
      { ...good, state: 'a\0b' },
      { ...good, code_verifier: 'short' },
      { ...good, iss: 7 },
      { ...good, redirect_uri: ['x'] },
    ]) {
      expect([bad, await status(bad)]).toEqual([bad, 422])
    }
    expect(await status({ ...good, code: 'x'.repeat(17_000) })).toBe(413)
    expect(await status({ ...good, redirect_uri: 'https://evil.example/' })).toBe(400)
    expect(await status({ ...good, redirect_uri: `http://127.0.0.1:5000${TOKEN}` })).toBe(401)
    expect((await world.call('GET', '/api/v1/auth/keycloak?code_challenge=x')).status).toBe(422)
    expect((await world.call('GET', `${TOKEN}?code=a&code=b&state=x`)).status).toBe(422)
  })

  test('with a public URL: its redirect URI, its path in the cookie, Secure, and back to its start page', async () => {
    const world = await openWith({ SERVICE_PUBLIC_URL: `${PUBLIC}/` })
    newcomer()
    const { headers } = await world.call('GET', '/api/v1/auth/keycloak', { headers: { host: 'evil.example' } })
    const url = new URL(String(headers['location']))
    expect(url.searchParams.get('redirect_uri')).toBe(CALLBACK)
    expect(headers['set-cookie']).toMatch(/; Path=\/wallet\/api\/v1\/auth\/keycloak; HttpOnly; SameSite=Lax; Secure$/)
    const visits = testVisits(world, 'keycloak', openId.visit)
    const { back, cookie } = await visits.visit()
    const answer = await visits.comeBack(back, cookie)
    expect(answer.headers['location']).toMatch(/^https:\/\/pay\.example\/wallet\/#access_token=/)
  })

  test('an account with a second factor gets no token: programs get a ticket in the 401, browsers after the #', async () => {
    const world = await openWith()
    const visits = testVisits(world, 'keycloak', openId.visit)
    newcomer()
    const { id } = await visits.logInAs()
    await writeDirectly(world, `UPDATE users SET second_factors = 'totp passkey' WHERE id = '${id}'`)
    const { status, body } = await visits.logIn()
    const demand = {
      detail: 'A second factor is required.',
      code: 'second_factor_required',
      second_factor: ['totp', 'passkey'],
      ticket: expect.any(String),
    }
    expect([status, body]).toEqual([401, demand])
    const { back, cookie } = await visits.visit()
    const { headers } = await visits.comeBack(back, cookie)
    const answer = new URLSearchParams(String(headers['location']).split('#')[1])
    expect([...answer.keys()]).toEqual(['second_factor', 'ticket'])
    expect(answer.get('second_factor')).toBe('totp,passkey')
  })

  test('a log-in started by the web app ends at its page, with a cookie and without a token; HEAD before does not use up its code', async () => {
    const world = await openWith()
    const visits = testVisits(world, 'keycloak', openId.visit)
    newcomer()
    const { back, cookie } = await visits.visit('?next=/app/activity')
    const head = await world.call('HEAD', `${TOKEN}${back.search}`, { headers: { cookie } })
    expect([head.status, head.headers['set-cookie']]).toEqual([405, undefined])
    const answer = await visits.comeBack(back, cookie)
    expect(answer.headers['location']).toBe('http://127.0.0.1:5000/app/activity')
    const headers = { ...APP_HEADERS, cookie: sessionCookieOf(answer) }
    const { status, body } = await world.call('GET', '/api/v1/auth', { headers })
    expect(status).toBe(200)
    await writeDirectly(world, `UPDATE users SET second_factors = 'totp' WHERE id = '${body.id}'`)
    const again = await visits.visit('?next=/app/')
    const demand = await visits.comeBack(again.back, again.cookie)
    expect(demand.headers['location']).toMatch(/^http:\/\/127\.0\.0\.1:5000\/app\/#second_factor=totp&ticket=/)
    expect(sessionCookieOf(demand)).toBe('')
  })

  test('a log-in ends only at pages of the web app', async () => {
    const world = await openWith()
    for (const next of [
      'https://evil.example/app/',
      '//evil.example',
      '/app//evil',
      '/docs',
      '/app/../docs',
      '/app/?x',
    ]) {
      const query = new URLSearchParams({ next }).toString()
      expect((await world.call('GET', `/api/v1/auth/keycloak?${query}`)).status).toBe(422)
    }
  })

  test('no new accounts: a first log-in is 403 and opens nothing; a user who is not listed is 403', async () => {
    for (const env of [{ SERVICE_ALLOW_NEW_ACCOUNTS: 'false' }, { SERVICE_ALLOWED_USERS: 'listed-user' }]) {
      const world = await openWith(env)
      newcomer()
      expect((await testVisits(world, 'keycloak', openId.visit).logIn()).status).toBe(403)
      const rows = await world.db.first(
        'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM identities) AS n',
        [],
        (row: { n: bigint }) => Number(row.n),
      )
      expect(rows).toBe(0)
    }
  })

  test('a provider that is down is 503 at the start and 401 at the end, and works again once it is up', async () => {
    const world = await openWith({
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_CLIENT_SECRET: 'y',
      GOOGLE_DISCOVERY_URL: openId.issuer,
    })
    expect((await world.call('GET', '/api/v1/auth/google')).status).toBe(302)
    const gone = await openTestOpenId([CALLBACK])
    await gone.close()
    const other = await openWith({ KEYCLOAK_DISCOVERY_URL: `${gone.issuer}/.well-known/openid-configuration` })
    const { status, body } = await other.call('GET', '/api/v1/auth/keycloak')
    expect([status, body]).toEqual([
      503,
      {
        detail: 'Keycloak cannot be reached at the moment; please try again.',
        code: 'provider_away',
        params: { provider: 'Keycloak' },
      },
    ])
    expect((await other.call('POST', TOKEN, { body: { code: 'x', state: 'x' } })).status).toBe(401)
  })

  test('URLs given by a provider are requested only if the operator allows their host (D9)', async () => {
    const hits: string[] = []
    const inside = await openTestServer(() => (request, response) => {
      hits.push(`${request.method} ${request.url}`)
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    })
    const provider = await openTestServer((issuer) => (_request, response) => {
      const document = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${inside.url}/token` }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    })
    const hosts = [provider, inside].map(({ url }) => new URL(url).host)
    for (const [allowed, expected] of [
      [hosts[0] ?? '', []],
      [hosts.join(), ['POST /token']],
    ] as const) {
      const world = await openWith({
        SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false',
        SERVICE_OUTBOUND_ALLOW: allowed,
        KEYCLOAK_DISCOVERY_URL: `${provider.url}/.well-known/openid-configuration`,
      })
      const visits = testVisits(world, 'keycloak', openId.visit)
      const { state } = await visits.begin()
      expect((await visits.exchange({ code: 'x', state })).status).toBe(401)
      expect(hits).toEqual(expected)
    }
    await provider.close()
    await inside.close()
  })

  test('repeated failures are throttled; repeated log-ins are not (D7)', async () => {
    const world = await openWith({ SERVICE_RATE_LIMIT_NO: '100000' })
    const visits = testVisits(world, 'keycloak', openId.visit)
    newcomer()
    for (let tries = 0; tries < 3; tries += 1) expect((await visits.logIn()).status).toBe(200)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await visits.exchange({ code: 'x', state: 'x' })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 11 }, () => 401), 429])
  })
})
