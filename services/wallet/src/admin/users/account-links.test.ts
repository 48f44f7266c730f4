import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_HEADERS, browserOf } from '../../../test/world/accounts/open-browser.ts'
import { register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const LINKS = '/users/api/v1/invitations'
const DAY = 86_400

describe.each(LOGIC_DIALECTS)('links that administrators hand out, on %s', (dialect) => {
  let world: World
  let root: { readonly id: string; readonly token: () => Promise<string> }
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: {
        SUPER_USER_USERNAME: 'root',
        SUPER_USER_PASSWORD: 'root password',
        SERVICE_RATE_LIMIT_NO: '100000',
        SERVICE_PUBLIC_URL: 'https://pay.example',
      },
    })
    const { body } = await world.call('POST', '/api/v1/auth', { body: { username: 'root', password: 'root password' } })
    const id = (await world.call('GET', '/api/v1/auth', { token: body.access_token })).body.id as string
    root = { id, token: () => tokenOf(world, { userId: id }) }
  })
  afterAll(() => world.close())

  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    world.call(method, url, { token: await root.token(), ...(body !== undefined && { body }) })
  const resetLink = async (userId: string) => (await ask('POST', `/users/api/v1/user/${userId}/reset-link`)).body
  const reset = (token: string, password = 'a new password') =>
    world.call('PUT', '/api/v1/auth/reset', { body: { token, password } })
  const logIn = async (username: string, password: string) =>
    (await world.call('POST', '/api/v1/auth', { body: { username, password } })).status
  const join = (invitation: string, username: string) =>
    world.call('POST', '/api/v1/auth/register', { body: { username, password: 'a good password', invitation } })

  test('a reset link sets the password once, and ends earlier sessions and tokens', async () => {
    const user = await register(world)
    const login = { username: user.username, password: user.password }
    const headers = { ...APP_HEADERS, 'x-session': 'cookie' }
    const browser = browserOf(world, await world.call('POST', '/api/v1/auth', { body: login, headers }))
    const { token, url, expires_at: expiresAt } = await resetLink(user.id)
    expect([url, expiresAt]).toEqual([`https://pay.example/app/reset#token=${token}`, world.nowSeconds() + 3 * DAY])
    expect(await logIn(user.username, user.password)).toBe(200)
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]))
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ username: user.username })
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('link_is_over')
    expect((await world.call('GET', '/api/v1/auth', { token: user.token })).status).toBe(401)
    expect((await browser.call('GET', '/api/v1/auth')).status).toBe(401)
    expect([await logIn(user.username, user.password), await logIn(user.username, 'a new password')]).toEqual([
      401, 200,
    ])
  })

  test('the database keeps no token', async () => {
    const { token } = await resetLink((await register(world)).id)
    const rows = await world.db.list('SELECT * FROM account_links', [], (row) => Object.values(row as object).join())
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.join()).not.toContain(token)
  })

  test('a newer link, a changed password, three days, or the demotion of its administrator ends a reset link', async () => {
    const user = await register(world)
    const first = await resetLink(user.id)
    const second = await resetLink(user.id)
    expect([(await reset(first.token)).status]).toEqual([400])
    const changed = { password_old: user.password, password: 'another password', password_repeat: 'another password' }
    expect((await world.call('PUT', '/api/v1/auth/password', { token: user.token, body: changed })).status).toBe(200)
    expect((await reset(second.token)).status).toBe(400)
    const third = await resetLink(user.id)
    world.advance(3 * DAY)
    expect((await reset(third.token)).status).toBe(400)
    const admin = await register(world)
    await ask('PUT', `/users/api/v1/user/${admin.id}`, { is_admin: true })
    const made = await world.call('POST', `/users/api/v1/user/${user.id}/reset-link`, {
      token: await tokenOf(world, { userId: admin.id }),
    })
    expect(made.status).toBe(201)
    await ask('PUT', `/users/api/v1/user/${admin.id}`, { is_admin: false })
    expect((await reset(made.body.token)).status).toBe(400)
  })

  test('an administrator gets no link for a super user, and none for their own account', async () => {
    const admin = await register(world)
    await ask('PUT', `/users/api/v1/user/${admin.id}`, { is_admin: true })
    const token = await tokenOf(world, { userId: admin.id })
    const statuses = [root.id, admin.id].map(async (id) =>
      world.call('POST', `/users/api/v1/user/${id}/reset-link`, { token }),
    )
    expect((await Promise.all(statuses)).map(({ body }) => body.code)).toEqual(['super_user_required', 'own_account'])
  })

  test('an invitation creates one account while registration is closed, and no second one', async () => {
    await ask('PUT', '/api/v1/admin/settings', { allow_new_accounts: false })
    const { token, url } = (await ask('POST', LINKS, { note: 'Alice' })).body
    expect(url).toBe(`https://pay.example/app/invitation#token=${token}`)
    expect(
      (await world.call('POST', '/api/v1/auth/register', { body: { username: 'x', password: 'a password' } })).status,
    ).toBe(422)
    const uninvited = { username: 'stranger', password: 'a good password' }
    expect((await world.call('POST', '/api/v1/auth/register', { body: uninvited })).status).toBe(403)
    const answers = await Promise.all([join(token, 'alice-1'), join(token, 'alice-2')])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await join(token, 'alice-3')).body.code).toBe('link_is_over')
    const opened = await ask('GET', '/users/api/v1/user?search=alice-')
    expect(opened.headers['x-total-count']).toBe('1')
    await ask('PUT', '/api/v1/admin/settings', { reset: ['allow_new_accounts'] })
  })

  test('a taken name does not use up the invitation', async () => {
    const { token } = (await ask('POST', LINKS, {})).body
    expect((await join(token, 'root')).body.code).toBe('username_taken')
    expect((await join(token, 'not-taken')).status).toBe(201)
  })

  test('open links are listed without their tokens, and can be revoked', async () => {
    const user = await register(world)
    const { id, token } = (await ask('POST', LINKS, { note: 'Bob' })).body
    const link = await resetLink(user.id)
    const { body } = await ask('GET', LINKS)
    expect(body).toContainEqual(expect.objectContaining({ id, kind: 'invitation', note: 'Bob', user_id: null }))
    expect(body).toContainEqual(expect.objectContaining({ id: link.id, kind: 'reset', username: user.username }))
    expect(JSON.stringify(body)).not.toContain(token)
    expect((await ask('DELETE', `${LINKS}/${id}`)).status).toBe(200)
    expect((await ask('DELETE', `${LINKS}/${id}`)).status).toBe(404)
    expect((await join(token, 'bob')).status).toBe(400)
  })

  test('a client that guesses tokens is throttled; a day later a valid link works', async () => {
    const { token } = await resetLink((await register(world)).id)
    const guess = (at: number) =>
      world.call('PUT', '/api/v1/auth/reset', {
        body: { token: String(at).padEnd(43, 'A'), password: 'a new password' },
      })
    const statuses: number[] = []
    for (let at = 0; at < 14; at += 1) statuses.push((await guess(at)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
    world.advance(DAY)
    expect((await reset(token)).status).toBe(200)
  })

  test('the audit log has who created, used and revoked a link', async () => {
    const { body } = await ask('GET', '/admin/api/v1/audit?limit=100')
    const actions = new Set((body.data as { action: string }[]).map(({ action }) => action))
    for (const action of ['reset-link-created', 'invitation-created', 'account-link-revoked', 'password-reset'])
      expect([...actions]).toContain(action)
  })
})
