import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import type { AccountsConfig } from '../../config/accounts.ts'
import { openAccount } from '../users/open-account.ts'

const PASSWORD = 'correct horse'
const ROOT = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'root password' }
const OPEN: AccountsConfig = {
  methods: new Set(),
  allowNewAccounts: true,
  allowedUsers: undefined,
  requireSecondFactor: 'nobody',
}

describe.each(LOGIC_DIALECTS)('registering, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const ask = (body: object) => world.call('POST', '/api/v1/auth/register', { body })
  const login = (username: string, password: string) =>
    world.call('POST', '/api/v1/auth', { body: { username, password } })

  test('creates an account with one wallet, and the answer is a log-in', async () => {
    const { status, body } = await ask({ username: 'Alice.1', password: PASSWORD, email: 'alice@example.com' })
    expect([status, body]).toEqual([
      201,
      {
        access_token: expect.any(String),
        token_type: 'bearer',
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
        username: 'Alice.1',
        email: 'alice@example.com',
      },
    ])
    const me = await world.call('GET', '/api/v1/auth', { token: body.access_token })
    expect(me.body).toMatchObject({ id: body.id, email: 'alice@example.com', is_admin: false, wallet_count: 1 })
    expect((await login('alice.1', PASSWORD)).status).toBe(200)
  })

  test('email address and repetition are optional, and the answer has texts nevertheless (S501)', async () => {
    const { status, body } = await ask({ username: 'bare', password: PASSWORD })
    expect([status, body.username, body.email]).toEqual([201, 'bare', ''])
    expect((await ask({ username: 'twice', password: PASSWORD, password_repeat: PASSWORD })).status).toBe(201)
    const differs = await ask({ username: 'differs', password: PASSWORD, password_repeat: `${PASSWORD}!` })
    expect([differs.status, differs.body.detail]).toEqual([400, 'The passwords do not match.'])
    expect((await login('differs', PASSWORD)).status).toBe(401)
  })

  test('a name is taken in any letter case, also with many concurrent requests', async () => {
    const answers = await Promise.all(
      ['Carol', 'carol', 'CAROL'].map((username) => ask({ username, password: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort((first, second) => first - second)).toEqual([201, 400, 400])
    expect((await ask({ username: 'cArOl', password: PASSWORD })).body.detail).toBe('The username is taken.')
  })

  test.each<[string, object]>([
    ['no name', { username: undefined }],
    ['a name of one letter', { username: 'a' }],
    ['a name of 65 letters', { username: 'a'.repeat(65) }],
    ['a name with a space', { username: 'a b' }],
    ['a name of letters that look like others', { username: 'аdmin' }],
    ['a name that ends with a line', { username: 'admin\n' }],
    ['a name that is no text', { username: 7 }],
    ['no password', { password: undefined }],
    ['a password of 7 characters', { password: '1234567' }],
    ['a password of 129 characters', { password: 'x'.repeat(129) }],
    ['a password with NUL', { password: 'correct\0horse' }],
    ['a password with half a character', { password: 'correct\ud800horse' }],
    ['an address without @', { email: 'alice' }],
    ['an address with a space', { email: 'a b@example.com' }],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com` }],
    ['null as an address', { email: null }],
  ])('%s is 422 (F2)', async (_what, bad) => {
    expect((await ask({ username: 'dave', password: PASSWORD, ...bad })).status).toBe(422)
    expect((await login('dave', PASSWORD)).status).toBe(401)
  })

  test('8 characters count in normalised form; 128 of any script are accepted (D7)', async () => {
    expect((await ask({ username: 'short', password: 'e\u0301'.repeat(4) })).status).toBe(400)
    expect((await ask({ username: 'emoji', password: '🔑'.repeat(128) })).status).toBe(201)
    expect((await login('emoji', '🔑'.repeat(128))).status).toBe(200)
  })

  test('a registration cannot make itself an administrator (D12)', async () => {
    const { body } = await ask({ username: 'eve', password: PASSWORD, is_admin: true, role: 'super-user' })
    const me = await world.call('GET', '/api/v1/auth', { token: body.access_token })
    expect(me.body).toMatchObject({ is_admin: false, is_super_user: false })
  })

  test('the audit log has the account and the log-in, with the user as actor', async () => {
    const { id } = await register(world)
    const rows = await world.db.list(
      'SELECT actor, action, detail, address FROM audit_log WHERE subject = $1 ORDER BY id',
      [id],
      (row) => row,
    )
    expect(rows).toEqual(
      ['account-opened', 'logged-in'].map((action) => ({
        actor: id,
        action,
        detail: '{"method":"username-password"}',
        address: '127.0.0.1',
      })),
    )
  })
})

describe.each(LOGIC_DIALECTS)('who may log in, on %s', (dialect) => {
  /** Read again at each restart. */
  let env: Record<string, string>
  const open = (more: Record<string, string> = {}): Promise<World> => {
    env = { ...more }
    return openWorld({ dialect, env })
  }
  const post = (world: World, path: string, body: object) => world.call('POST', path, { body })

  test('a method that is not allowed is 403, for log-in and registration', async () => {
    const world = await open()
    const user = await register(world)
    env['AUTH_ALLOWED_METHODS'] = 'user-id-only'
    await world.restart()
    const { username, password, id } = user
    expect((await post(world, '/api/v1/auth', { username, password })).status).toBe(403)
    expect((await post(world, '/api/v1/auth', { username: 'unknown', password })).status).toBe(403)
    expect((await post(world, '/api/v1/auth/register', { username: 'new', password })).status).toBe(403)
    expect((await post(world, '/api/v1/auth/usr', { usr: id })).status).toBe(200)
    env['AUTH_ALLOWED_METHODS'] = 'username-password'
    await world.restart()
    expect((await post(world, '/api/v1/auth/usr', { usr: id })).status).toBe(403)
    expect((await post(world, '/api/v1/auth', { username, password })).status).toBe(200)
    await world.close()
  })

  test('SERVICE_ALLOW_NEW_ACCOUNTS=false closes registration by any method; an administrator still creates accounts', async () => {
    const world = await open({ ...ROOT, SERVICE_ALLOW_NEW_ACCOUNTS: 'false' })
    const refused = await post(world, '/api/v1/auth/register', { username: 'new', password: PASSWORD })
    expect([refused.status, refused.body.detail]).toEqual([403, 'Registration is closed.'])
    const { db, vault, extensions } = world.service
    const accountExtensions = extensions.accounts
    const deps = {
      db,
      vault,
      accountExtensions,
      accounts: { ...OPEN, allowNewAccounts: false },
      clock: () => world.nowSeconds() * 1000,
    }
    await expect(openAccount(deps, { method: 'google-auth', address: '' })).rejects.toMatchObject({ status: 403 })
    const { body } = await post(world, '/api/v1/auth', { username: 'root', password: 'root password' })
    const made = { username: 'by-admin', password: PASSWORD }
    const created = await world.call('POST', '/users/api/v1/user', { token: body.access_token, body: made })
    expect(created.status).toBe(201)
    expect((await post(world, '/api/v1/auth', made)).status).toBe(200)
    await world.close()
  })

  test('SERVICE_ALLOWED_USERS: log-ins and tokens of others are 403, the super user logs in', async () => {
    const world = await open(ROOT)
    const [listed, other] = [await register(world), await register(world)]
    env['SERVICE_ALLOWED_USERS'] = listed.id
    await world.restart()
    const login = (username: string, password: string) => post(world, '/api/v1/auth', { username, password })
    const me = async (token: string) => (await world.call('GET', '/api/v1/auth', { token })).status
    expect((await login(listed.username, listed.password)).status).toBe(200)
    expect((await login(other.username, other.password)).status).toBe(403)
    expect((await login(other.username, 'wrong password')).status).toBe(401)
    expect((await post(world, '/api/v1/auth/usr', { usr: other.id })).status).toBe(403)
    expect([await me(listed.token), await me(other.token)]).toEqual([200, 403])
    const root = await login('root', 'root password')
    expect([root.status, await me(root.body.access_token)]).toEqual([200, 200])
    // A new account could not be used.
    expect((await post(world, '/api/v1/auth/register', { username: 'new', password: PASSWORD })).status).toBe(403)
    await world.close()
  })

  test('an account without a name gets a free one, and is stored completely or not at all', async () => {
    const world = await open()
    const { db, vault, extensions } = world.service
    const accountExtensions = extensions.accounts
    const deps = { db, vault, accountExtensions, accounts: OPEN, clock: () => world.nowSeconds() * 1000 }
    const note = (name: string) => () => [
      {
        sql: 'INSERT INTO settings (name, value) VALUES ($1, $1) ON CONFLICT (name) DO NOTHING',
        params: [name],
        rows: 1,
      },
    ]
    const [first, second] = [
      await openAccount(deps, { method: 'google-auth', address: '', alongside: note('a') }),
      await openAccount(deps, { method: 'google-auth', address: '', alongside: note('b') }),
    ]
    expect([first.username, second.username]).toEqual([
      expect.stringMatching(/^user-[0-9a-f]{16}$/),
      expect.stringMatching(/^user-[0-9a-f]{16}$/),
    ])
    expect(first.username).not.toBe(second.username)
    const count = () => db.first('SELECT count(*) AS n FROM users', [], (row: { n: bigint }) => row.n)
    const before = await count()
    const again = openAccount(deps, { method: 'google-auth', address: '', alongside: note('a') })
    await expect(again).rejects.toMatchObject({ status: 409 })
    expect(await count()).toBe(before)
    await world.close()
  })
})
