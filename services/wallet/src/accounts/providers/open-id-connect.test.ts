import { createHash, createHmac, generateKeyPairSync, randomBytes, sign as signWith } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { openTestOpenId, type TestOpenId } from '../../../test/world/providers/open-test-openid.ts'
import { type TestVisits, testVisits } from '../../../test/world/providers/open-test-visits.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const CALLBACK = 'http://127.0.0.1:5000/api/v1/auth/keycloak/token'
const FAILED = {
  detail: 'Logging in by Keycloak failed; please begin again.',
  code: 'provider_login_failed',
  params: { provider: 'Keycloak' },
}

describe.each(LOGIC_DIALECTS)('logging in by an OpenID provider, on %s', (dialect) => {
  let openId: TestOpenId
  let world: World
  let visits: TestVisits
  beforeAll(async () => {
    openId = await openTestOpenId([CALLBACK, CALLBACK.replace('keycloak', 'google')])
    world = await openWorld({ dialect, env: { ...openId.env('KEYCLOAK'), ...openId.env('GOOGLE') } })
    visits = testVisits(world, 'keycloak', openId.visit)
  })
  afterEach(() => {
    openId.tamper = undefined
  })
  afterAll(async () => {
    await world.close()
    await openId.close()
  })
  /** A user whom the provider has not seen before. */
  const newcomer = (more: object = {}) => {
    openId.account = { sub: randomBytes(8).toString('hex'), ...more }
  }

  test('the redirect: state, nonce, PKCE S256, our redirect URI, and a cookie for this browser only', async () => {
    const { status, headers } = await world.call('GET', '/api/v1/auth/keycloak')
    const url = new URL(String(headers['location']))
    expect([status, url.origin]).toEqual([302, openId.issuer])
    const { state, nonce, code_challenge: challenge, ...fixed } = Object.fromEntries(url.searchParams)
    expect(fixed).toEqual({
      client_id: openId.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const random of [state, nonce, challenge]) expect(random).toMatch(/^[\w-]{43}$/)
    expect(headers['set-cookie']).toBe(
      `satchel_login_state=${state}; Max-Age=600; Path=/api/v1/auth/keycloak; HttpOnly; SameSite=Lax`,
    )
    expect(headers['cache-control']).toBe('no-store')
    expect((await visits.begin()).state).not.toBe(state)
  })

  test('the first log-in opens an account, the next ones find it by the subject, even if all else changed', async () => {
    newcomer({ email: 'First@Example.com', email_verified: true, name: 'First' })
    const first = await visits.logInAs()
    expect(first).toMatchObject({ email: 'first@example.com', wallet_count: 1, is_admin: false })
    openId.account = { sub: openId.account.sub, email: 'second@example.com', email_verified: true }
    expect((await visits.logInAs()).id).toBe(first.id)
    newcomer()
    expect((await visits.logInAs()).id).not.toBe(first.id)
  })

  test('the answer has the token and nothing else of the provider', async () => {
    newcomer()
    const { status, body } = await visits.logIn()
    expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'token_type']])
  })

  test('the browser returns with its cookie and ends at the start page, the token only after the #', async () => {
    newcomer()
    const { back, cookie } = await visits.visit()
    const { status, headers } = await visits.comeBack(back, cookie)
    const [address = '', fragment] = String(headers['location']).split('#')
    expect([status, address]).toEqual([302, 'http://127.0.0.1:5000/'])
    const answer = new URLSearchParams(fragment)
    expect([...answer.keys()]).toEqual(['access_token', 'token_type'])
    const me = await world.call('GET', '/api/v1/auth', { token: answer.get('access_token') ?? '' })
    expect(me.status).toBe(200)
    expect(headers['set-cookie']).toMatch(/^satchel_login_state=; Max-Age=0; /)
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'no-store'])
  })

  test('the same subject at another provider is another user', async () => {
    newcomer()
    const google = testVisits(world, 'google', openId.visit)
    expect((await google.logInAs()).id).not.toBe((await visits.logInAs()).id)
  })

  test('a code and a state are valid once, for programs and for browsers (D6)', async () => {
    newcomer()
    const visited = await visits.visit()
    expect((await visits.exchange(visited)).status).toBe(200)
    for (const again of [
      await visits.exchange(visited),
      await visits.comeBack(visited.back, visited.cookie),
      await visits.exchange({ ...(await visits.visit()), code: visited.code }),
    ]) {
      expect([again.status, again.body]).toEqual([401, FAILED])
    }
  })

  test('of five concurrent exchanges of one code, one logs in', async () => {
    newcomer()
    const visited = await visits.visit()
    const answers = await Promise.all(Array.from({ length: 5 }, () => visits.exchange(visited)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
  })

  test('a state of ours survives a restart, and expires after ten minutes', async () => {
    newcomer()
    const visited = await visits.visit()
    await world.restart()
    expect((await visits.exchange(visited)).status).toBe(200)
    const [early, late] = [await visits.visit(), await visits.visit()]
    world.advance(599)
    expect((await visits.exchange(early)).status).toBe(200)
    world.advance(1)
    expect((await visits.exchange(late)).body).toEqual(FAILED)
    await visits.begin()
    const kept = await world.db.first('SELECT count(*) AS n FROM oauth_states', [], (row: { n: bigint }) => row.n)
    expect(kept).toBe(1n)
  })

  test('a wrong state, of another provider or of another log-in, is 401, and does not use up the code', async () => {
    newcomer()
    const [visited, other] = [await visits.visit(), await visits.visit()]
    const google = testVisits(world, 'google', openId.visit)
    for (const answer of [
      await visits.exchange({ ...visited, state: 'x'.repeat(43) }),
      await google.exchange(visited),
      await visits.exchange({ ...visited, state: other.state }),
    ]) {
      expect([answer.status, answer.body.detail]).toEqual([401, expect.stringMatching(/failed; please begin again/)])
    }
    expect((await visits.exchange(visited)).status).toBe(200)
  })

  test('a browser that did not start the log-in is not logged in by it (D6)', async () => {
    newcomer()
    const [mine, victims] = [await visits.visit(), await visits.begin()]
    expect((await visits.comeBack(mine.back)).status).toBe(401)
    expect((await visits.comeBack(mine.back, victims.cookie)).status).toBe(401)
    expect((await visits.exchange(mine, { cookie: victims.cookie })).status).toBe(401)
    expect((await visits.comeBack(mine.back, `other=1; ${mine.cookie}`)).status).toBe(302)
  })

  test('a rejection or an empty answer of the provider: 401 with the same detail', async () => {
    const { state, cookie } = await visits.begin()
    for (const query of [
      `error=access_denied&state=${state}`,
      `state=${state}`,
      'code=x',
      '',
      `code=&state=${state}`,
    ]) {
      const { status, body } = await visits.comeBack(new URL(`${CALLBACK}?${query}`), cookie)
      expect([query, status, body]).toEqual([query, 401, FAILED])
    }
  })

  test('RFC 9207: an answer of another issuer is 401; a program may omit it', async () => {
    newcomer()
    const [visited, again] = [await visits.visit(), await visits.visit()]
    expect(visited.back.searchParams.get('iss')).toBe(openId.issuer)
    expect((await visits.exchange({ ...visited, iss: 'https://evil.example' })).body).toEqual(FAILED)
    expect((await visits.exchange({ ...again, iss: openId.issuer })).status).toBe(200)
    const third = await visits.visit()
    third.back.searchParams.set('iss', 'https://evil.example')
    expect((await visits.comeBack(third.back, third.cookie)).body).toEqual(FAILED)
  })

  test('PKCE: a client with its own verifier needs it, and only the right one is accepted', async () => {
    newcomer()
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const visit = () => visits.visit(`?code_challenge=${challenge}`)
    expect((await visits.begin(`?code_challenge=${challenge}`)).url.searchParams.get('code_challenge')).toBe(challenge)
    expect((await visits.exchange({ ...(await visit()), code_verifier: verifier })).status).toBe(200)
    expect((await visits.exchange(await visit())).body).toEqual(FAILED)
    const wrong = randomBytes(32).toString('base64url')
    expect((await visits.exchange({ ...(await visit()), code_verifier: wrong })).body).toEqual(FAILED)
    // The same if the service keeps the verifier itself.
    expect((await visits.exchange({ ...(await visits.visit()), code_verifier: wrong })).body).toEqual(FAILED)
  })

  test('a code requested with another nonce or challenge is 401', async () => {
    newcomer()
    for (const name of ['nonce', 'code_challenge']) {
      const { url, state } = await visits.begin()
      url.searchParams.set(name, createHash('sha256').update('mine').digest('base64url'))
      const code = (await openId.visit(url.href)).searchParams.get('code')
      expect([name, (await visits.exchange({ code, state })).body]).toEqual([name, FAILED])
    }
  })

  test('an ID token signed again with the same claims is accepted, so the next tests fail for their own reasons', async () => {
    newcomer()
    openId.tamper = (claims) => claims
    expect((await visits.logIn()).status).toBe(200)
  })

  test.each<[string, NonNullable<TestOpenId['tamper']>]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['for another client', (claims) => ({ ...claims, aud: 'another client' })],
    ['that has ended', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })],
    ['without an end', (claims) => ({ ...claims, exp: undefined })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'x' })],
    ['without a nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['without a subject', (claims) => ({ ...claims, sub: undefined })],
    ['with a number as subject', (claims) => ({ ...claims, sub: 1 })],
    ['with an empty subject', (claims) => ({ ...claims, sub: '' })],
    ['with a NUL in its subject', (claims) => ({ ...claims, sub: 'a\0b', email: 'x@y.example' })],
    ['with a subject too long to keep', (claims) => ({ ...claims, sub: 'x'.repeat(256), email: 'x@y.example' })],
    ['whose signature is cut', (_claims, token) => token.slice(0, -4)],
    ['without a signature', (_claims, token) => token.replace(/\.[^.]+$/, '.')],
    ['that is unsigned', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['signed by another key', (claims) => signedByAnother(claims)],
    ['signed with our own secret', (claims) => signedWithSecret(claims, openId.clientSecret)],
    ['that is none', () => 'x'],
  ])('an ID token %s is 401 (D6)', async (_what, tamper) => {
    newcomer()
    openId.tamper = tamper
    const { status, body } = await visits.logIn()
    expect([status, body]).toEqual([401, FAILED])
  })

  test('a copy of the database is useless for a log-in in progress', async () => {
    newcomer()
    const { state, code } = await visits.visit()
    const rows = await world.db.list('SELECT * FROM oauth_states', [], (row: object) =>
      JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row).not.toContain(state)
      const challenge = /"code_challenge":"([^"]+)"/.exec(row)?.[1]
      const texts = [...row.matchAll(/"([\w+/=-]{43,})"/g)].map((match) => match[1] ?? '')
      const hashes = texts.map((text) => createHash('sha256').update(text).digest('base64url'))
      expect(hashes).not.toContain(challenge)
    }
    expect((await visits.exchange({ code, state })).status).toBe(200)
  })
})

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function signedByAnother(claims: object): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const text = `${encode({ alg: 'RS256', kid: 'test-key' })}.${encode(claims)}`
  return `${text}.${signWith('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

function signedWithSecret(claims: object, secret: string): string {
  const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
