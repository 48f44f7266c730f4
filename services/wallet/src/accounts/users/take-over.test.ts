import type { Log } from '@satchel/http/log'
import { generateSecretKey } from 'nostr-tools/pure'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { logInBrowser } from '../../../test/world/accounts/open-browser.ts'
import { type Registered, register } from '../../../test/world/accounts/register.ts'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { signNostrLogin } from '../../../test/world/accounts/sign-nostr-login.ts'
import { verifyEmail } from '../../../test/world/accounts/verify-email.ts'
import { openWithTotp } from '../../../test/world/accounts/with-totp.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const BASE = 'http://127.0.0.1:5000'
const PASSWORD = 'the password of the operator'
const NAMED = { SUPER_USER_USERNAME: 'Admin', SUPER_USER_PASSWORD: PASSWORD }
const TAKEN_OVER = { ...NAMED, SUPER_USER_TAKE_OVER: 'admin' }

describe.each(LOGIC_DIALECTS)('SUPER_USER_USERNAME on an account of another person, on %s', (dialect) => {
  let world: World
  let lines: string[]
  let stranger: Registered
  beforeEach(async () => {
    lines = []
    const keep: Log['warn'] = (_fields, text) => void lines.push(text ?? '')
    const log: Log = { info: () => undefined, warn: keep, error: keep }
    world = await openWorld({ dialect, log, env: { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: PASSWORD } })
    stranger = await register(world, { username: 'admin' })
  })
  afterEach(() => world.close())

  const login = (username: string, password: string) =>
    world.call('POST', '/api/v1/auth', { body: { username, password } })
  const me = async (token: string) => (await world.call('GET', '/api/v1/auth', { token })).body
  /** Why the start failed. */
  const startAs = (env: Readonly<Record<string, string>>): Promise<string> =>
    world.restart(env).then(
      () => 'it has started',
      (error: Error) => error.message,
    )
  const linkNostrKey = async (): Promise<Uint8Array> => {
    const secret = generateSecretKey()
    const nostr_event = signNostrLogin(secret, BASE, world.nowSeconds(), '/api/v1/auth/nostr/link')
    const linked = await world.call('POST', '/api/v1/auth/nostr/link', { token: stranger.token, body: { nostr_event } })
    expect(linked.status).toBe(201)
    return secret
  }
  const logInByNostr = async (secret: Uint8Array) => {
    const nostr_event = signNostrLogin(secret, BASE, world.nowSeconds())
    const { body } = await world.call('POST', '/api/v1/auth/nostr', { body: { nostr_event } })
    return me(body.access_token)
  }

  test('the start stops and says what to do, and the account is unchanged', async () => {
    const secret = await linkNostrKey()
    const answer = await startAs(NAMED)
    expect(answer).toMatch(/^SUPER_USER_USERNAME: "Admin" .* SUPER_USER_TAKE_OVER=Admin /)
    await world.restart()
    expect(await logInByNostr(secret)).toMatchObject({ id: stranger.id, is_super_user: false })
    expect((await me(stranger.token)).id).toBe(stranger.id)
    expect((await login('admin', PASSWORD)).status).toBe(401)
    expect((await login('admin', stranger.password)).status).toBe(200)
  })

  test('an administrator with that name does not become a super user either', async () => {
    const root = (await login('root', PASSWORD)).body.access_token
    const url = `/users/api/v1/user/${stranger.id}`
    expect((await world.call('PUT', url, { token: root, body: { is_admin: true } })).status).toBe(200)
    expect(await startAs(NAMED)).toContain('SUPER_USER_TAKE_OVER')
    await world.restart()
  })

  test('a take-over leaves the operator’s password as the only way in', async () => {
    const wallet = (await world.call('GET', '/api/v1/wallet', { token: stranger.token })).body
    const secret = await linkNostrKey()
    await verifyEmail(world, { userId: stranger.id }, 'stranger@example.com')
    const acl = await makeAclToken(world, stranger.token, ['GET /api/v1/wallet'])
    const friend = await world.openWallet()
    await writeDirectly(world, `UPDATE users SET username = 'user-${friend.userId}' WHERE id = '${friend.userId}'`)
    const owner = { id: wallet.id, userId: stranger.id, adminKey: wallet.adminkey, invoiceKey: wallet.inkey }
    const guest = await shareWallet(world, owner, friend)
    const browser = await logInBrowser(world, { username: 'admin', password: stranger.password })
    const rootToken = (await login('root', PASSWORD)).body.access_token
    const link = await world.call('POST', `/users/api/v1/user/${stranger.id}/reset-link`, { token: rootToken })
    await openWithTotp(world, stranger)
    const read = async (options: { key?: string; token?: string }) =>
      (await world.call('GET', '/api/v1/wallet', options)).status
    const probes = async () => ({
      password: (await login('admin', stranger.password)).body.code,
      token: await read({ token: stranger.token }),
      list: await read({ token: acl.token }),
      session: (await browser.call('GET', '/api/v1/auth')).status,
      adminKey: await read({ key: wallet.adminkey }),
      invoiceKey: await read({ key: wallet.inkey }),
      guestKey: await read({ key: guest.wallet.adminkey }),
    })
    const good = { token: 200, list: 200, session: 200, adminKey: 200, invoiceKey: 200, guestKey: 200 }
    expect(await probes()).toEqual({ ...good, password: 'second_factor_required' })

    await world.restart(TAKEN_OVER)
    const ended = { token: 401, list: 401, session: 401, adminKey: 401, invoiceKey: 401, guestKey: 401 }
    expect(await probes()).toEqual({ ...ended, password: 'wrong_password' })
    expect(await logInByNostr(secret)).toMatchObject({
      is_super_user: false,
      id: expect.not.stringMatching(stranger.id),
    })
    const reset = { token: link.body.token, password: 'a password of the stranger' }
    expect((await world.call('PUT', '/api/v1/auth/reset', { body: reset })).body.code).toBe('link_is_over')
    const mine = (await login('admin', PASSWORD)).body.access_token
    expect(await me(mine)).toMatchObject({
      id: stranger.id,
      is_super_user: true,
      email: '',
      wallets: [{ id: wallet.id }],
    })
    const renewed = (await world.call('GET', '/api/v1/wallet', { token: mine })).body
    expect([await read({ key: renewed.adminkey }), await read({ key: renewed.inkey })]).toEqual([200, 200])
    expect(lines.filter((line) => line.includes('remove SUPER_USER_TAKE_OVER'))).toHaveLength(1)
    expect(await world.violations()).toEqual([])
  })

  test('automatic payouts of the account pay nothing after a take-over', async () => {
    const { id: walletId } = (await world.call('GET', '/api/v1/wallet', { token: stranger.token })).body
    const kinds = async () =>
      world.db.list(
        `SELECT kind FROM extension_rows WHERE ext_id = 'scrub' AND wallet_id = $1 ORDER BY kind`,
        [walletId],
        (row: { kind: string }) => row.kind,
      )
    await writeDirectly(
      world,
      `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
       VALUES ('scrub', 'items', 'x', '${walletId}', '${stranger.id}', '{}', 1, 0, 0)`,
    )
    expect(await kinds()).toEqual(['items'])
    await world.restart(TAKEN_OVER)
    expect(await kinds()).toEqual(['*spend-ended', 'items'])
  })

  test('a disabled account is enabled: no other super user is left', async () => {
    await writeDirectly(world, `UPDATE users SET disabled_at = 1 WHERE username_key = 'admin'`)
    expect(await startAs(TAKEN_OVER)).toBe('it has started')
    expect((await login('admin', PASSWORD)).status).toBe(200)
  })

  test('a second start with the take-over changes nothing, and logs that it is no longer needed', async () => {
    await world.restart(TAKEN_OVER)
    const { access_token: token } = (await login('admin', PASSWORD)).body
    const wallet = (await world.call('GET', '/api/v1/wallet', { token })).body
    lines = []
    await world.restart(TAKEN_OVER)
    expect((await world.call('GET', '/api/v1/wallet', { token })).body).toEqual(wallet)
    expect(lines).toContain('there is nothing to take over; remove SUPER_USER_TAKE_OVER')
  })

  test('a former super user is named in the log, and loses the role with all log-ins for it', async () => {
    const { access_token: token } = (await login('root', PASSWORD)).body
    await world.restart({ ...NAMED, SUPER_USER_USERNAME: 'other' })
    expect(lines.filter((line) => line.includes('"root" lost the right of a super user'))).toHaveLength(1)
    expect((await world.call('GET', '/api/v1/auth', { token })).status).toBe(401)
    const again = (await login('root', PASSWORD)).body.access_token
    expect(await me(again)).toMatchObject({ is_super_user: false, is_admin: false })
    expect((await world.call('GET', '/api/v1/admin/settings', { token: again })).status).toBe(403)
    const [note] = await world.db.list(
      `SELECT subject FROM audit_log WHERE action = 'admin-rights-revoked' AND actor = 'environment'`,
      [],
      (row: { subject: string }) => row.subject,
    )
    expect(note).toBe((await me(again)).id)
  })

  test('a reset link by an administrator does not work once its user has become a super user', async () => {
    const root = (await login('root', PASSWORD)).body.access_token
    const admin = await register(world)
    const rights = { token: root, body: { is_admin: true } }
    expect((await world.call('PUT', `/users/api/v1/user/${admin.id}`, rights)).status).toBe(200)
    const token = await tokenOf(world, { userId: admin.id })
    const link = await world.call('POST', `/users/api/v1/user/${stranger.id}/reset-link`, { token })
    expect(link.status).toBe(201)
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${stranger.id}'`)
    const reset = { token: link.body.token, password: 'a password of the administrator' }
    const used = await world.call('PUT', '/api/v1/auth/reset', { body: reset })
    expect([used.status, used.body.code]).toEqual([400, 'link_is_over'])
    expect((await login('admin', stranger.password)).status).toBe(200)
    await writeDirectly(world, `UPDATE users SET role = 'user' WHERE id = '${stranger.id}'`)
    expect((await world.call('PUT', '/api/v1/auth/reset', { body: reset })).status).toBe(200)
  })
})
