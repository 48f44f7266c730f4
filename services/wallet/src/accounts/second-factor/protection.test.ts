import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/world/accounts/register.ts'
import { openWithTotp } from '../../../test/world/accounts/with-totp.ts'
import { openWorld, TEST_AUTH_SECRET, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { findUser, findUserByName } from '../users/user-store.ts'
import { createTickets } from './tickets.ts'
import { activateTotp, prepareTotp } from './totp-commands.ts'

describe.each(LOGIC_DIALECTS)('a second factor that must be, on %s', (dialect) => {
  let world: World
  let root: string
  beforeAll(async () => {
    const env = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'the right password' }
    world = await openWorld({ dialect, env })
    const userId = (await findUserByName(world.db, 'root'))?.user.id ?? ''
    root = await tokenOf(world, { userId })
    // Without the costs of a password: what matters here is that it has one.
    const code = {
      userId,
      secretSealed: 'sealed',
      step: 1,
      throttled: false,
      actor: { id: userId, address: '' },
      at: 0,
    }
    await world.db.transact(prepareTotp, code)
    await world.db.transact(activateTotp, {
      code,
      recoveryDigests: [],
      shown: { of: 'account', userId, tokenVersion: 1, sessionId: undefined },
    })
  })
  afterAll(() => world.close())

  const open = async (): Promise<{ id: string; token: string }> => {
    const { userId } = await world.openWallet()
    return { id: userId, token: await tokenOf(world, { userId }) }
  }
  const makeAdmin = async ({ id }: { id: string }): Promise<string> => {
    const made = await world.call('PUT', `/users/api/v1/user/${id}`, { token: root, body: { is_admin: true } })
    expect(made.status).toBe(200)
    return tokenOf(world, { userId: id })
  }
  const demand = (who: string) =>
    world.call('PUT', '/api/v1/admin/settings', { token: root, body: { require_second_factor: who } })
  const status = async (token: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    (await world.call(method, url, { token })).status
  const remove = (token: string | undefined, userId: string) =>
    world.call('DELETE', `/users/api/v1/user/${userId}/second-factor`, { token })

  test('required of all users: a token without one can only read the profile and set one up', async () => {
    const user = await open()
    expect(await status(user.token, '/api/v1/wallets')).toBe(200)
    expect((await demand('everybody')).status).toBe(200)
    for (const url of ['/api/v1/wallets', '/api/v1/wallet', '/api/v1/payments', '/api/v1/auth/acls']) {
      const refused = await world.call('GET', url, { token: user.token })
      expect([url, refused.status, refused.body.detail]).toEqual([url, 403, expect.stringContaining('second factor')])
    }
    expect(await status(user.token, '/api/v1/auth/logout-everywhere', 'POST')).toBe(403)
    expect(await status(user.token, '/api/v1/auth')).toBe(200)
    const how = await world.call('GET', '/api/v1/auth/second-factor', { token: user.token })
    expect(how.body).toEqual({ second_factor: [], missing: true, recovery_codes_left: 0 })

    await openWithTotp(world, user)
    expect(await status(user.token, '/api/v1/wallets')).toBe(200)
    expect((await demand('nobody')).status).toBe(200)
  })

  test('required of administrators: other users and wallet keys are not affected', async () => {
    const [user, admin] = [await open(), await open()]
    const wallet = await world.openWallet()
    const token = await makeAdmin(admin)
    expect(await status(token, '/users/api/v1/user')).toBe(200)
    await demand('admins')
    expect(await status(token, '/users/api/v1/user')).toBe(403)
    expect(await status(token, '/api/v1/auth/passkeys')).toBe(200)
    expect(await status(user.token, '/api/v1/wallets')).toBe(200)
    expect((await world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })).status).toBe(200)
    await demand('nobody')
    expect(await status(token, '/users/api/v1/user')).toBe(200)
  })

  test('a log-in of a user without one still answers a token', async () => {
    await demand('everybody')
    const user = await register(world)
    const login = await world.call('POST', '/api/v1/auth', {
      body: { username: user.username, password: user.password },
    })
    expect(login.status).toBe(200)
    expect(await status(login.body.access_token, '/api/v1/wallets')).toBe(403)
    await demand('nobody')
  })

  test('an administrator removes a lost second factor; earlier tokens are revoked', async () => {
    const user = await openWithTotp(world)
    const admin = await makeAdmin(await open())
    expect((await remove(admin, user.id)).body).toEqual({ detail: 'Second factor removed' })
    expect(await status(user.token, '/api/v1/auth')).toBe(401)
    const again = await tokenOf(world, { userId: user.id })
    const how = await world.call('GET', '/api/v1/auth/second-factor', { token: again })
    expect(how.body).toEqual({ second_factor: [], missing: false, recovery_codes_left: 0 })
    const noted = await world.db.first(
      `SELECT actor, detail FROM audit_log WHERE subject = $1 AND action = 'second-factor-removed'`,
      [user.id],
      (row: { actor: string; detail: string }) => row,
    )
    expect(noted).toMatchObject({ detail: '{"second_factor":["totp"]}' })
  })

  test('only another administrator removes second factors, and only another super user those of a super user', async () => {
    const user = await openWithTotp(world)
    const other = await open()
    const admin = await open()
    const token = await makeAdmin(admin)
    const boss = (await findUserByName(world.db, 'root'))?.user.id ?? ''
    const statuses = [
      await remove(undefined, user.id),
      await remove(other.token, user.id),
      await remove(token, admin.id),
      await remove(token, boss),
      await remove(root, boss),
      await remove(token, '00000000-0000-4000-8000-000000000000'),
      await remove(token, 'unknown'),
    ].map((answer) => answer.status)
    expect(statuses).toEqual([401, 403, 403, 403, 403, 404, 422])
    expect((await findUser(world.db, user.id))?.secondFactors).toEqual(['totp'])
  })

  test('a ticket is valid for five minutes, for one user and for nothing else (D4)', async () => {
    const user = await openWithTotp(world)
    const tickets = createTickets({ secret: TEST_AUTH_SECRET, clock: () => world.nowSeconds() * 1000 })
    const { id, tokenVersion } = (await findUser(world.db, user.id)) ?? { id: '', tokenVersion: 0 }
    const prove = async (ticket: unknown, recoveryCode = '0000-0000-0000-0000') =>
      (await world.call('POST', '/api/v1/auth/second-factor', { body: { ticket, recovery_code: recoveryCode } })).status
    const [first = '', second = ''] = user.recoveryCodes
    const ticket = tickets.issue({ id, tokenVersion }, 'username-password')
    expect(await status(ticket, '/api/v1/auth')).toBe(401)
    const other = await open()
    const bad = {
      token: user.token,
      'another secret': createTickets({ secret: 'x'.repeat(32), clock: () => world.nowSeconds() * 1000 }).issue(
        { id, tokenVersion },
        'username-password',
      ),
      'older version': tickets.issue({ id, tokenVersion: tokenVersion - 1 }, 'username-password'),
      'of no account': tickets.issue({ id: other.token, tokenVersion: 1 }, 'username-password'),
      'of who has none': tickets.issue({ id: other.id, tokenVersion: 1 }, 'username-password'),
      'no ticket': 'x',
    }
    for (const [what, wrong] of Object.entries(bad)) expect([what, await prove(wrong, first)]).toEqual([what, 401])
    expect([await prove(7, first), await prove('', first)]).toEqual([422, 422])
    world.advance(299)
    expect(await prove(ticket, first)).toBe(200)
    world.advance(1)
    expect(await prove(ticket, second)).toBe(401)
  })

  test('a ticket of a method that was disabled meanwhile is invalid', async () => {
    const user = await openWithTotp(world)
    const tickets = createTickets({ secret: TEST_AUTH_SECRET, clock: () => world.nowSeconds() * 1000 })
    const ticket = tickets.issue({ id: user.id, tokenVersion: 1 }, 'google-auth')
    const answer = await world.call('POST', '/api/v1/auth/second-factor', {
      body: { ticket, recovery_code: user.recoveryCodes[0] },
    })
    expect(answer.status).toBe(403)
  })

  test('exactly one proof is required', async () => {
    const user = await openWithTotp(world)
    const tickets = createTickets({ secret: TEST_AUTH_SECRET, clock: () => world.nowSeconds() * 1000 })
    const ticket = tickets.issue({ id: user.id, tokenVersion: 1 }, 'username-password')
    const post = (body: object) => world.call('POST', '/api/v1/auth/second-factor', { body })
    const none = await post({ ticket })
    expect([none.status, none.body.detail]).toEqual([
      422,
      'body.totp: Exactly one of totp, recovery_code, passkey is required',
    ])
    const two = await post({ ticket, totp: '123456', recovery_code: user.recoveryCodes[0] })
    expect([two.status, two.body.detail]).toEqual([
      422,
      'body.recovery_code: Exactly one of totp, recovery_code, passkey is required',
    ])
    expect((await post({ ticket, passkey: {} })).status).toBe(422)
  })
})
