import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPasskeyWorld, type PasskeyWorld, statusesOf } from '../../../test/world/accounts/passkey-world.ts'
import type { SoftAuthenticator } from '../../../test/world/accounts/soft-authenticator.ts'
import type { World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const ROOT = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'root password' }

describe.each(LOGIC_DIALECTS)('an account by a passkey alone, on %s', (dialect) => {
  let there: PasskeyWorld
  let world: World
  beforeAll(async () => {
    there = await openPasskeyWorld(dialect, ROOT)
    world = there.world
  })
  afterAll(() => world.close())

  const begin = (body: object) => there.post('/passkey/register/options', body)
  const made = async (authenticator: SoftAuthenticator, username: string, more: object = {}) => {
    const { body } = await begin({ username, ...more })
    return { username, name: 'Phone', passkey: authenticator.create(body), ...more }
  }
  const send = (body: object) => there.post('/passkey/register', body)
  const count = async (username: string): Promise<number> =>
    Number(
      await world.db.first(
        'SELECT count(*) AS n FROM users WHERE lower(username) = $1',
        [username.toLowerCase()],
        (row: { n: bigint }) => row.n,
      ),
    )

  test('the answer is a login; the passkey logs in again, and no password does', async () => {
    const authenticator = there.soft()
    const { status, body } = await send(await made(authenticator, 'alice'))
    expect([status, body]).toEqual([
      201,
      {
        access_token: expect.any(String),
        token_type: 'bearer',
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        username: 'alice',
        email: '',
      },
    ])
    const account = { id: body.id, token: body.access_token }
    const me = await world.call('GET', '/api/v1/auth', { token: account.token })
    expect(me.body).toMatchObject({ id: account.id, username: 'alice', is_admin: false, wallet_count: 1 })
    expect(await there.list(account)).toMatchObject([{ id: authenticator.id, name: 'Phone' }])
    expect(await there.whoIs(await there.logIn(authenticator))).toBe(account.id)
    const byPassword = await there.post('', { username: 'alice', password: 'a password' })
    expect(byPassword.status).toBe(401)
    expect((await there.audit(account)).map(([action]) => action)).toEqual([
      'account-opened',
      'passkey-added',
      'logged-in',
      'logged-in',
    ])
  })

  test('the user handle in the authenticator identifies the account at the log-in', async () => {
    const authenticator = there.soft()
    const { body: options } = await begin({ username: 'handle' })
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
    expect(options.user.name).toBe('handle')
    await send({ username: 'handle', name: 'Phone', passkey: authenticator.create(options) })
    const login = (userHandle: string) => async () =>
      (await there.post('/passkey', authenticator.get(await there.beginLogin(), { userHandle }))).status
    expect(await login(options.user.id)()).toBe(200)
    expect(await login(Buffer.alloc(32).toString('base64url'))()).toBe(401)
  })

  test('a challenge opens one account, also with many concurrent requests, and a passkey belongs to one', async () => {
    const authenticator = there.soft()
    const once = await made(authenticator, 'once')
    const answers = await Promise.all([1, 2, 3].map((each) => send({ ...once, username: `once-${each}` })))
    expect(statusesOf(answers)[0]).toBe(201)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await Promise.all([1, 2, 3].map((each) => count(`once-${each}`)))).reduce((sum, n) => sum + n, 0)).toBe(1)
    const twice = await send(await made(authenticator, 'twice'))
    expect([twice.status, await count('twice')]).toEqual([409, 0])
    const late = await made(there.soft(), 'late')
    world.advance(300)
    expect([(await send(late)).status, await count('late')]).toEqual([400, 0])
  })

  test('a taken name, a passkey without user verification, or one for another purpose creates no account', async () => {
    await send(await made(there.soft(), 'Taken'))
    const taken = await send(await made(there.soft(), 'tAKEN'))
    expect([taken.status, taken.body.detail, await count('taken')]).toEqual([400, 'The username is taken.', 1])
    const unverified = await send(await made(there.soft({ verifiesUser: false }), 'unverified'))
    expect([unverified.status, await count('unverified')]).toEqual([400, 0])
    const elsewhere = await send(await made(there.soft({ origin: 'https://evil.example' }), 'elsewhere'))
    expect([elsewhere.status, await count('elsewhere')]).toEqual([400, 0])
    const account = await there.open()
    const forAccount = there.soft().create(await there.begin(account))
    expect((await send({ username: 'other-purpose', name: 'Phone', passkey: forAccount })).status).toBe(400)
    const forNewAccount = there.soft().create((await begin({ username: 'purpose' })).body)
    expect((await there.post('/passkeys', { name: 'Phone', passkey: forNewAccount }, account.token)).status).toBe(400)
    for (const body of [{}, { username: 'a b' }, { username: 'ok', extra: 1 }])
      expect((await begin(body)).status).toBe(422)
  })

  test('a browser gets a cookie instead of the token, with which the account can be set up', async () => {
    const headers = { 'x-session': 'cookie', 'x-satchel': 'app', 'sec-fetch-site': 'same-origin' }
    const body = await made(there.soft(), 'browser')
    const {
      status,
      body: answer,
      headers: got,
    } = await world.call('POST', '/api/v1/auth/passkey/register', {
      body,
      headers,
    })
    expect([status, answer.access_token, answer.token_type]).toEqual([201, '', 'cookie'])
    expect(String(got['set-cookie'])).toMatch(/HttpOnly/i)
  })

  test('where registration is closed an invitation creates one account; without passkeys it cannot', async () => {
    const root = await there.post('', { username: 'root', password: 'root password' })
    const token = root.body.access_token
    const invited = await world.call('POST', '/users/api/v1/invitations', { token, body: {} })
    const invitation = invited.body.token
    await world.restart({ SERVICE_ALLOW_NEW_ACCOUNTS: 'false' })
    expect((await begin({ username: 'stranger' })).status).toBe(403)
    const late = await made(there.soft(), 'late-guest', { invitation })
    const guest = await send(await made(there.soft(), 'guest', { invitation }))
    expect(guest.status).toBe(201)
    const again = await send(late)
    expect([again.status, again.body.code, await count('late-guest')]).toEqual([400, 'link_is_over', 0])
    const begun = await begin({ username: 'third-guest', invitation })
    expect([begun.status, begun.body.code]).toEqual([400, 'link_is_over'])
    await world.restart({ AUTH_ALLOWED_METHODS: 'username-password' })
    expect((await begin({ username: 'stranger' })).status).toBe(403)
    await world.restart({})
    expect(await world.violations()).toEqual([])
  })
})
