import { createHmac, generateKeyPairSync, hkdfSync, sign as signRsa } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const SECRET = 'a secret for these tests, longer than thirty-two bytes'
const LOGIN_KEY = Buffer.from(hkdfSync('sha256', SECRET, '', 'satchel login token', 32))
const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A JWT as an attacker would write it. */
function forge(claims: object, options: { header?: object; key?: string | Buffer; hmac?: string } = {}): string {
  const { header = {}, key = LOGIN_KEY, hmac = 'sha256' } = options
  const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${text}.${createHmac(hmac, key).update(text).digest('base64url')}`
}

describe.each(LOGIC_DIALECTS)('logging in, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: { SUPER_USER_USERNAME: 'Root.1', SUPER_USER_PASSWORD: 'pässword-1', AUTH_SECRET_KEY: SECRET },
    })
    wallet = await world.openWallet()
  })
  afterAll(() => world.close())

  const login = (username: unknown, password: unknown) =>
    world.call('POST', '/api/v1/auth', { body: { username, password } })
  const me = (token?: string) => world.call('GET', '/api/v1/auth', { token })
  const claims = (more: object = {}): object => {
    const now = world.nowSeconds()
    return { sub: wallet.userId, iat: now, exp: now + 600, ver: 1, use: 'login', ...more }
  }

  test('the right password returns a bearer token, in any letter case and Unicode form of the name', async () => {
    for (const [name, password] of [
      ['Root.1', 'pässword-1'],
      ['rOOT.1', 'pa\u0308ssword-1'],
    ]) {
      const { status, body } = await login(name, password)
      expect([status, Object.keys(body).sort(), body.token_type]).toEqual([
        200,
        ['access_token', 'token_type'],
        'bearer',
      ])
      expect((await me(body.access_token)).body).toMatchObject({ username: 'Root.1', is_super_user: true })
    }
  })

  test('a wrong password, an unknown user and one without a password have the same answer (D7)', async () => {
    const answers = await Promise.all([
      login('root.1', 'pässword-2'),
      login('root.1', 'PÄSSWORD-1'),
      login('unknown', 'pässword-1'),
      login(`user-${wallet.userId}`, 'pässword-1'),
      login("' OR 1=1 --", 'x'),
      login('unknown', 'no account has this password'),
    ])
    for (const { status, body } of answers) expect([status, body]).toEqual([401, answers[0]?.body])
  })

  test.each([undefined, '', 7, null, [], { a: 1 }, 'x'.repeat(2000), 'a\0b', '\ud800'])(
    '%j as name or password is 422 (F2)',
    async (bad) => {
      expect((await login(bad, 'pässword-1')).status).toBe(422)
      expect((await login('root.1', bad)).status).toBe(422)
    },
  )

  test('an unauthenticated request has 16 KiB at most; access lists may be longer (D11)', async () => {
    const sent = async (url: string, bytes: number, token?: string) =>
      (await world.call('POST', url, { token, body: { name: 'x'.repeat(bytes) } })).status
    for (const url of ['/api/v1/auth', '/api/v1/auth/register', '/api/v1/auth/usr', '/api/v1/auth/nostr']) {
      expect([url, await sent(url, 16_000), await sent(url, 16_500)]).toEqual([url, 422, 413])
    }
    const token = await tokenOf(world, wallet)
    expect(await sent('/api/v1/auth/acls', 20_000, token)).toBe(422)
  })

  test('GET /auth returns user, rights and wallets; no credential is 401, a wallet key 403', async () => {
    const { status, body } = await me(await tokenOf(world, wallet))
    expect([status, body]).toEqual([
      200,
      {
        id: wallet.userId,
        username: `user-${wallet.userId}`,
        email: '',
        display_name: '',
        is_admin: false,
        is_super_user: false,
        wallet_count: 1,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        wallets: [{ id: wallet.id, name: 'Test' }],
        extensions: [],
        wallet_invitations: [],
      },
    ])
    expect(Math.abs(Date.parse(body.created_at) / 1000 - world.nowSeconds())).toBeLessThan(5)
    expect((await me()).status).toBe(401)
    for (const key of [wallet.adminKey, wallet.invoiceKey]) {
      expect((await world.call('GET', '/api/v1/auth', { key })).status).toBe(403)
    }
  })

  test('a token written by hand under the right key is accepted, so the next tests fail for their own reasons (D4)', async () => {
    expect((await me(forge(claims()))).status).toBe(200)
  })

  test.each<[string, () => string]>([
    ['unsigned', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`],
    ['unsigned, spelled otherwise', () => `${encode({ alg: 'nOnE' })}.${encode(claims())}.`],
    ['of another algorithm', () => forge(claims(), { header: { alg: 'HS512' }, hmac: 'sha512' })],
    ['of an algorithm it does not have', () => forge(claims(), { header: { alg: 'HS384' } })],
    ['expired', () => forge(claims({ iat: world.nowSeconds() - 600, exp: world.nowSeconds() - 1 }))],
    ['expired right now', () => forge(claims({ iat: world.nowSeconds() - 600, exp: world.nowSeconds() }))],
    ['without an end', () => forge(claims({ exp: undefined }))],
    ['with an end as text', () => forge(claims({ exp: String(world.nowSeconds() + 600) }))],
    ['with an end far away', () => forge(claims({ exp: world.nowSeconds() + 10 * 365 * 86_400 }))],
    [
      'with no finite end',
      () => forge(claims()).replace(/\.[^.]+\./, `.${Buffer.from('{"exp":1e999}').toString('base64url')}.`),
    ],
    ['without a beginning', () => forge(claims({ iat: undefined }))],
    ['not yet good', () => forge(claims({ iat: world.nowSeconds() + 60, exp: world.nowSeconds() + 120 }))],
    ['for another purpose', () => forge(claims({ use: 'reset' }))],
    ['for no purpose', () => forge(claims({ use: undefined }))],
    ['of another token version', () => forge(claims({ ver: 2 }))],
    ['of a version as text', () => forge(claims({ ver: '1' }))],
    ['without a version', () => forge(claims({ ver: undefined }))],
    ['of a user who does not exist', () => forge(claims({ sub: '00000000-0000-4000-8000-000000000000' }))],
    ['of a username', () => forge(claims({ sub: `user-${wallet.userId}` }))],
    ['of no user', () => forge(claims({ sub: undefined }))],
    ['of a list of users', () => forge(claims({ sub: [wallet.userId] }))],
    ['under the secret itself', () => forge(claims(), { key: SECRET })],
    ['under another secret', () => forge(claims(), { key: 'another secret of more than thirty-two bytes' })],
    ['under an empty secret', () => forge(claims(), { key: '' })],
    ['with a critical extension', () => forge(claims(), { header: { crit: ['x'], x: 1 } })],
    [
      'with its own key',
      () => forge(claims(), { header: { jwk: { kty: 'oct', k: 'AAAA' } }, key: Buffer.from('AAAA', 'base64') }),
    ],
    ['changed', () => forge(claims()).replace(/\.[^.]+\./, `.${encode(claims({ sub: 'x' }))}.`)],
    ['cut', () => forge(claims()).slice(0, -2)],
    ['without a signature', () => forge(claims()).replace(/\.[^.]+$/, '.')],
    ['not a token', () => 'x'],
    ['nothing but dots', () => '..'],
    ['very long', () => 'x'.repeat(10_000)],
  ])('a token %s is 401 (D4)', async (_what, make) => {
    const answer = await me(make())
    const code = 'token_ended'
    expect([answer.status, answer.body]).toEqual([401, { detail: expect.any(String), code }])
  })

  test('an RSA signature whose public key would be used as a secret is 401 (D4)', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const text = `${encode({ alg: 'RS256' })}.${encode(claims())}`
    expect((await me(`${text}.${signRsa('sha256', Buffer.from(text), privateKey).toString('base64url')}`)).status).toBe(
      401,
    )
    expect((await me(forge(claims(), { key: publicKey.export({ type: 'spki', format: 'pem' }) }))).status).toBe(401)
  })

  test('a login expires after its minutes, not earlier, and stays expired when the clock goes on (D4)', async () => {
    const { body } = await login('root.1', 'pässword-1')
    world.advance(1440 * 60 - 1)
    expect((await me(body.access_token)).status).toBe(200)
    world.advance(1)
    expect((await me(body.access_token)).status).toBe(401)
    world.advance(3600)
    expect((await me(body.access_token)).status).toBe(401)
  })

  test('only the form `Bearer TOKEN` is read', async () => {
    const token = await tokenOf(world, wallet)
    const status = async (authorization: string) =>
      (await world.call('GET', '/api/v1/auth', { headers: { authorization } })).status
    expect([await status(`Bearer ${token}`), await status(`bearer ${token}`)]).toEqual([200, 200])
    for (const wrong of [
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer`,
      `Bearer ,${token}`,
      `Token ${token}`,
    ]) {
      expect(await status(wrong)).toBe(401)
    }
  })
})
