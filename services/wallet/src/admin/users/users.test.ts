import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const USERS = '/users/api/v1/user'
const UNKNOWN_USER = '00000000-0000-4000-8000-000000000000'

describe.each(LOGIC_DIALECTS)('users as administrators see them, on %s', (dialect) => {
  let world: World
  let root: string
  let rootId: string
  let admin: { readonly id: string; readonly username: string; readonly token: string }
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'root password' } })
    root = await loginAs('root', 'root password')
    rootId = (await world.call('GET', '/api/v1/auth', { token: root })).body.id
    admin = await newAdmin()
  })
  afterAll(() => world.close())

  const loginAs = async (username: string, password: string): Promise<string> =>
    (await world.call('POST', '/api/v1/auth', { body: { username, password } })).body.access_token
  const me = (token: string) => world.call('GET', '/api/v1/auth', { token })
  const get = (path: string, token = admin.token) => world.call('GET', `${USERS}${path}`, { token })
  const change = (id: string, body: object, token = admin.token) => world.call('PUT', `${USERS}/${id}`, { token, body })
  async function newAdmin() {
    const { userId } = await world.openWallet()
    expect((await change(userId, { is_admin: true }, root)).status).toBe(200)
    return { id: userId, username: `user-${userId}`, token: await tokenOf(world, { userId }) }
  }

  test('the list is an array of users, oldest first, with the total in X-Total-Count', async () => {
    const names = ['list-a', 'list-b', 'list-c']
    for (const username of names) await register(world, { username })
    const { status, headers, body } = await get('?search=list-&limit=2')
    expect([status, headers['x-total-count'], body.map((user: { username: string }) => user.username)]).toEqual([
      200,
      '3',
      ['list-a', 'list-b'],
    ])
    expect(body[0]).toEqual({
      id: expect.any(String),
      username: 'list-a',
      email: '',
      is_admin: false,
      wallet_count: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      role: 'user',
      disabled: false,
      last_login_at: world.nowSeconds(),
      second_factor: [],
      balance_msat: null,
    })
    const rest = await get('?search=list-&limit=2&offset=2')
    expect([rest.body.length, rest.body[0].username, rest.headers['x-total-count']]).toEqual([1, 'list-c', '3'])
    const all = await get('')
    expect(all.body[0]).toMatchObject({ id: rootId, is_admin: true })
    expect(Number(all.headers['x-total-count'])).toBeGreaterThanOrEqual(5)
  })

  test('a page of users has twenty unless asked otherwise, and a hundred at most (W30)', async () => {
    for (let count = 0; count < 101; count += 1) await world.openWallet()
    expect([(await get('')).body.length, (await get('?limit=100')).body.length]).toEqual([20, 100])
  })

  test('search is literal and ignores case, in names and addresses; an id finds its user', async () => {
    const user = await register(world, { username: 'Find.Me_1' })
    await world.call('PUT', '/api/v1/auth/me', { token: user.token, body: { email: 'Ünique@example.com' } })
    const found = async (search: string) =>
      (await get(`?search=${encodeURIComponent(search)}`)).body.map(({ id }: { id: string }) => id)
    for (const search of ['find.me', 'ME_1', user.id])
      expect([search, await found(search)]).toEqual([search, [user.id]])
    expect(await found('Ünique@EXAMPLE')).toEqual([user.id])
    for (const search of ['find%', 'find_me', "' OR 1=1 --", user.id.slice(0, 8)])
      expect(await found(search)).toEqual([])
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'offset=-1',
    'limit=1&limit=2',
    `search=${'x'.repeat(255)}`,
    'search=%00',
  ])('?%s is 422 (F2)', async (query) => {
    expect((await get(`?${query}`)).status).toBe(422)
  })

  test('one user; closed wallets do not count', async () => {
    const user = await register(world)
    await world.call('POST', '/api/v1/wallet', { token: user.token })
    expect((await get(`/${user.id}`)).body).toMatchObject({ id: user.id, username: user.username, wallet_count: 2 })
    expect((await get(`/${user.id.replaceAll('-', '')}`)).body.id).toBe(user.id)
    await world.call('DELETE', '/api/v1/wallet', { token: user.token })
    expect((await get(`/${user.id}`)).body.wallet_count).toBe(1)
    expect((await get(`/${UNKNOWN_USER}`)).status).toBe(404)
    for (const id of ['unknown', '%00', "'%20OR%201=1%20--"]) expect((await get(`/${id}`)).status).toBe(422)
  })

  describe('opening an account', () => {
    const create = (body: object, token = admin.token) => world.call('POST', USERS, { token, body })

    test('answers id, username and email address only, and creates a wallet', async () => {
      const { status, body } = await create({ username: 'made', password: 'made password', email: 'made@example.com' })
      expect([status, body]).toEqual([201, { id: expect.any(String), username: 'made', email: 'made@example.com' }])
      const made = await me(await loginAs('made', 'made password'))
      expect(made.body).toMatchObject({ id: body.id, is_admin: false, wallet_count: 1 })
      const note = await world.db.first(
        `SELECT actor, action, detail FROM audit_log WHERE subject = $1 ORDER BY id LIMIT 1`,
        [body.id],
        (row) => row,
      )
      expect(note).toEqual({ actor: admin.id, action: 'account-opened', detail: '{"method":"admin"}' })
      expect((await create({ username: 'MADE', password: 'made password' })).status).toBe(400)
    })

    test.each([
      {},
      { username: 'x1' },
      { username: 'x1', password: 'short' },
      { username: 'x 1', password: 'long enough' },
      { username: 'x1', password: 'long enough', is_admin: true },
      { username: 'x1', password: 'long enough', email: 'x' },
    ])('%j is 422 (F2)', async (body) => {
      expect((await create(body)).status).toBe(422)
    })
  })

  describe('changing a user', () => {
    test('answers id, username, email address and is_admin only; omitted fields stay', async () => {
      const { id, token } = await register(world)
      const changed = await change(id, { username: 'Changed', email: 'c@example.com' })
      expect([changed.status, changed.body]).toEqual([
        200,
        { id, username: 'Changed', email: 'c@example.com', is_admin: false },
      ])
      expect((await change(id, { email: '' })).body).toEqual({ id, username: 'Changed', email: '', is_admin: false })
      expect((await change(id, {})).status).toBe(200)
      expect((await me(token)).body).toMatchObject({ username: 'Changed' })
    })

    test('granting and revoking administration takes effect immediately and revokes earlier tokens (D4)', async () => {
      const user = await register(world)
      expect((await get('', user.token)).status).toBe(403)
      expect((await change(user.id, { is_admin: true })).body.is_admin).toBe(true)
      expect((await get('', user.token)).status).toBe(401)
      const raised = await loginAs(user.username, user.password)
      expect((await get('', raised)).status).toBe(200)
      // A change without an effect ends no access.
      await change(user.id, { is_admin: true })
      expect((await get('', raised)).status).toBe(200)
      expect((await change(user.id, { is_admin: false })).body.is_admin).toBe(false)
      expect((await get('', raised)).status).toBe(401)
      const actions = await world.db.list(
        'SELECT action FROM audit_log WHERE subject = $1 AND actor = $2 ORDER BY id',
        [user.id, admin.id],
        (row: { action: string }) => row.action,
      )
      expect(actions).toEqual(['admin-rights-granted', 'admin-rights-revoked'])
    })

    test('an administrator neither touches a super user nor becomes one (S408)', async () => {
      for (const body of [{ email: 'x@example.com' }, { is_admin: false }, { is_admin: true }, {}]) {
        expect((await change(rootId, body)).status).toBe(403)
      }
      for (const body of [{ role: 'super-user' }, { is_super_user: true }]) {
        expect((await change(admin.id, body)).status).toBe(422)
      }
      await change(admin.id, { is_admin: true })
      expect((await me(admin.token)).body).toMatchObject({ is_admin: true, is_super_user: false })
      expect((await me(root)).body).toMatchObject({ email: '', is_super_user: true })
    })

    test('the last super user stays one, the name in the environment as it is (D12)', async () => {
      expect((await change(rootId, { is_admin: false }, root)).status).toBe(400)
      expect((await change(rootId, { username: 'other' }, root)).status).toBe(400)
      expect((await me(root)).body).toMatchObject({ username: 'root', is_super_user: true })
    })

    test('a name that is taken is 400, an unknown user 404, a wrong body 422; nothing changes', async () => {
      const { id, username } = await register(world)
      expect((await change(id, { username: admin.username, is_admin: true })).status).toBe(400)
      expect((await change(UNKNOWN_USER, { email: 'x@example.com' })).status).toBe(404)
      for (const body of [
        { id: 'x' },
        { is_admin: 'true' },
        { is_admin: null },
        { username: '' },
        { wallet_count: 0 },
      ]) {
        expect((await change(id, body)).status).toBe(422)
      }
      expect((await get(`/${id}`)).body).toMatchObject({ username, email: '', is_admin: false })
    })
  })

  test('no credential is 401, keys and other users are 403; only the super user deletes (D1)', async () => {
    const wallet = await world.openWallet()
    const { token } = await register(world)
    const routes = [
      ['GET', USERS],
      ['GET', `${USERS}/${rootId}`],
      ['POST', USERS],
      ['PUT', `${USERS}/${rootId}`],
      ['DELETE', `${USERS}/${wallet.userId}`],
    ] as const
    for (const [method, url] of routes) {
      const statuses = [
        await world.call(method, url),
        await world.call(method, url, { key: wallet.adminKey }),
        await world.call(method, url, { token }),
      ].map(({ status }) => status)
      expect([method, url, statuses]).toEqual([method, url, [401, 403, 403]])
    }
    expect((await world.call('DELETE', `${USERS}/${wallet.userId}`, { token: admin.token })).status).toBe(403)
  })
})
