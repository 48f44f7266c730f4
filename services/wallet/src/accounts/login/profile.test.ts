import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Registered, register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const ROOT = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'root password' }

describe.each(LOGIC_DIALECTS)('my account, on %s', (dialect) => {
  let world: World
  let root: string
  beforeAll(async () => {
    world = await openWorld({ dialect, env: ROOT })
    root = (await login('root', 'root password')).body.access_token
  })
  afterAll(() => world.close())

  const login = (username: string, password: string) =>
    world.call('POST', '/api/v1/auth', { body: { username, password } })
  const me = (token: string) => world.call('GET', '/api/v1/auth', { token })
  const change = (token: string | undefined, body: object) => world.call('PUT', '/api/v1/auth/me', { token, body })
  const lastNote = (subject: string) =>
    world.db.first(
      'SELECT action, detail FROM audit_log WHERE subject = $1 ORDER BY id DESC LIMIT 1',
      [subject],
      (row: { action: string; detail: string }) => row,
    )

  test('name, address and display name: given fields change, the others stay', async () => {
    const { id, token, password } = await register(world)
    const before = (await me(token)).body
    const renamed = await change(token, { username: 'Renamed', display_name: 'Rénée ⚡' })
    expect([renamed.status, renamed.body]).toEqual([200, { ...before, username: 'Renamed', display_name: 'Rénée ⚡' }])
    expect((await change(token, { email: 'me@example.com' })).body).toMatchObject({
      username: 'Renamed',
      email: 'me@example.com',
    })
    expect(await lastNote(id)).toEqual({ action: 'profile-changed', detail: '{"fields":["email"]}' })
    expect((await change(token, { email: '', display_name: '' })).body).toMatchObject({ email: '', display_name: '' })
    expect((await change(token, {})).body).toMatchObject({ username: 'Renamed' })
    expect((await login('renamed', password)).status).toBe(200)
  })

  test('another account’s username is 400; one’s own in another letter case is accepted', async () => {
    const [first, second] = [await register(world), await register(world)]
    const taken = await change(second.token, { username: first.username.toUpperCase(), email: 'x@example.com' })
    expect([taken.status, taken.body.detail]).toEqual([400, 'The username is taken.'])
    expect((await me(second.token)).body).toMatchObject({ username: second.username, email: '' })
    const upper = second.username.toUpperCase()
    expect((await change(second.token, { username: upper })).body.username).toBe(upper)
  })

  test.each([
    { is_admin: true },
    { role: 'super-user' },
    { username: 'good', is_super_user: true },
    { id: 'x' },
    { wallet_count: 7 },
    { password: 'correct horse' },
    { username: '' },
    { username: 'a b' },
    { username: null },
    { email: 'x' },
    { display_name: 'x'.repeat(65) },
    { display_name: 'a\u0000b' },
  ])('%j is 422 and changes nothing (D12)', async (bad) => {
    const { token } = await register(world)
    const before = (await me(token)).body
    expect((await change(token, bad)).status).toBe(422)
    expect((await me(token)).body).toEqual(before)
  })

  test('the name in the environment stays, because the next start would create another super user', async () => {
    const refused = await change(root, { username: 'free' })
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('SUPER_USER_USERNAME')])
    expect((await change(root, { username: 'ROOT', email: 'root@example.com' })).status).toBe(200)
    await world.restart()
    expect((await me(root)).body).toMatchObject({ username: 'ROOT', is_super_user: true })
  })

  describe('the password', () => {
    const setPassword = (token: string | undefined, body: object) =>
      world.call('PUT', '/api/v1/auth/password', { token, body })
    const fresh = { password: 'new password', password_repeat: 'new password' }

    test('a new password invalidates the old one and every token but the one in the answer (D4)', async () => {
      const { id, username, password, token } = await register(world)
      const other = (await login(username, password)).body.access_token
      const { status, body } = await setPassword(token, { password_old: password, ...fresh })
      expect([status, body]).toEqual([200, { access_token: expect.any(String), token_type: 'bearer' }])
      const statuses = [await me(token), await me(other), await me(body.access_token)].map((answer) => answer.status)
      expect(statuses).toEqual([401, 401, 200])
      expect([(await login(username, password)).status, (await login(username, 'new password')).status]).toEqual([
        401, 200,
      ])
      expect(
        await world.db.first(
          `SELECT actor FROM audit_log WHERE subject = $1 AND action = 'password-changed'`,
          [id],
          (row) => row,
        ),
      ).toEqual({ actor: id })
    })

    test('the old password is required and must be right', async () => {
      const { username, password, token } = await register(world)
      const wrong = await setPassword(token, { password_old: `${password}!`, ...fresh })
      expect([wrong.status, wrong.body.detail]).toEqual([400, 'The current password is wrong.'])
      const missing = await setPassword(token, fresh)
      expect([missing.status, missing.body.detail]).toEqual([422, 'body.password_old: Field required'])
      expect([(await login(username, password)).status, (await me(token)).status]).toEqual([200, 200])
    })

    test('the repetition must match and the new password be long enough; other fields are ignored', async () => {
      const { password: password_old, token } = await register(world)
      const status = async (body: object) => (await setPassword(token, { password_old, ...fresh, ...body })).status
      expect(await status({ password_repeat: 'other password' })).toBe(400)
      expect(await status({ password_repeat: undefined })).toBe(422)
      expect(await status({ password: '1234567', password_repeat: '1234567' })).toBe(422)
      expect(await status({ password: 'e\u0301'.repeat(4), password_repeat: 'e\u0301'.repeat(4) })).toBe(400)
      expect(await status({ username: 'x' })).toBe(422)
      expect((await me(token)).status).toBe(200)
    })

    test('of two concurrent changes one succeeds, and the other token is invalid', async () => {
      const { password: password_old, token } = await register(world)
      const answers = await Promise.all(
        ['first password', 'other password'].map((password) =>
          setPassword(token, { password_old, password, password_repeat: password }),
        ),
      )
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      const good = answers.find(({ status }) => status === 200)?.body.access_token
      expect((await me(good)).status).toBe(200)
    })

    test('an account without a password sets its first one', async () => {
      const wallet = await world.openWallet()
      const usr = await world.call('POST', '/api/v1/auth/usr', { body: { usr: wallet.userId } })
      expect((await setPassword(usr.body.access_token, fresh)).status).toBe(200)
      expect((await login(`user-${wallet.userId}`, 'new password')).status).toBe(200)
    })

    test('a stolen token cannot set a first password: that needs a log-in within the last 10 minutes', async () => {
      const { userId } = await world.openWallet()
      const usr = await world.call('POST', '/api/v1/auth/usr', { body: { usr: userId } })
      world.advance(601)
      expect((await setPassword(usr.body.access_token, fresh)).status).toBe(403)
      expect((await login(`user-${userId}`, 'new password')).status).toBe(401)
    })
  })

  test('logging out everywhere revokes every token and no key (D4)', async () => {
    const { id, username, password, token } = await register(world)
    const other = (await login(username, password)).body.access_token
    const { inkey: key } = (await world.call('GET', '/api/v1/wallet', { token })).body
    const answer = await world.call('POST', '/api/v1/auth/logout-everywhere', { token: other })
    expect([answer.status, answer.body]).toEqual([200, { detail: 'Logged out everywhere' }])
    expect([(await me(token)).status, (await me(other)).status]).toEqual([401, 401])
    expect((await world.call('GET', '/api/v1/wallet', { key })).status).toBe(200)
    expect(await lastNote(id)).toMatchObject({ action: 'logged-out-everywhere' })
    expect((await me((await login(username, password)).body.access_token)).status).toBe(200)
  })

  describe('by the user id alone', () => {
    const enter = (usr: unknown) => world.call('POST', '/api/v1/auth/usr', { body: { usr } })

    test('a user logs in, an administrator does not', async () => {
      const user: Registered = await register(world)
      const { status, body } = await enter(user.id)
      expect([status, (await me(body.access_token)).body.id]).toEqual([200, user.id])
      const asInLnbits = await enter(user.id.replaceAll('-', '').toUpperCase())
      expect([asInLnbits.status, (await me(asInLnbits.body.access_token)).body.id]).toEqual([200, user.id])
      const rootId = (await me(root)).body.id
      expect((await enter(rootId)).status).toBe(403)
      const token = await tokenOf(world, { userId: rootId })
      const raised = await world.call('PUT', `/users/api/v1/user/${user.id}`, { token, body: { is_admin: true } })
      expect(raised.status).toBe(200)
      expect((await enter(user.id)).status).toBe(403)
    })

    test('an unknown user id is 401, and so is a username; a value that is not text is 422', async () => {
      const { username } = await register(world)
      for (const usr of ['00000000-0000-4000-8000-000000000000', username, "' OR 1=1 --"]) {
        expect([usr, (await enter(usr)).status]).toEqual([usr, 401])
      }
      for (const usr of [undefined, '', 7, null, 'x'.repeat(65), 'a\0b', '\ud800'])
        expect((await enter(usr)).status).toBe(422)
    })
  })

  test('no credential is 401, a wallet key 403 (D1)', async () => {
    const { adminKey: key } = await world.openWallet()
    const routes = [
      ['PUT', '/api/v1/auth/me', {}],
      ['DELETE', '/api/v1/auth/me', {}],
      ['PUT', '/api/v1/auth/password', {}],
      ['POST', '/api/v1/auth/logout-everywhere', undefined],
    ] as const
    for (const [method, url, body] of routes) {
      expect([url, (await world.call(method, url, { body })).status]).toEqual([url, 401])
      expect([url, (await world.call(method, url, { body, key })).status]).toEqual([url, 403])
    }
  })
})
