import { generateSecretKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { openSession } from '../../../test/world/accounts/open-session.ts'
import { type AskedRoute, asked, askStale, openStale } from '../../../test/world/accounts/open-stale.ts'
import { register } from '../../../test/world/accounts/register.ts'
import { signNostrLogin } from '../../../test/world/accounts/sign-nostr-login.ts'
import { codeOf, openWithTotp } from '../../../test/world/accounts/with-totp.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const BASE = 'http://127.0.0.1:5000'
const RECEIVE = 'POST /api/v1/payments receive'
const PAY = 'POST /api/v1/payments'

interface Grant {
  readonly title: string
  readonly status: number
  /** Runs while the proof is fresh; `token` is the user's. */
  readonly prepare?: (token: string) => Promise<unknown>
  readonly route: (prepared: never) => AskedRoute | (() => AskedRoute)
}

describe.each(LOGIC_DIALECTS)('access is granted only after a fresh proof, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'a secret', SERVICE_MESSAGES: 'true' },
    })
  })
  afterAll(() => world.close())

  let users = 0
  const newName = (): string => `user-with-proof-${(users += 1)}`
  const createList = async (token: string): Promise<string> => {
    const body = { name: 'Program', allowed_endpoints: [RECEIVE] }
    return (await world.call('POST', '/api/v1/auth/acls', { token, body })).body.id
  }
  const linkKey = (token: string) => {
    const nostr_event = signNostrLogin(generateSecretKey(), BASE, world.nowSeconds(), '/api/v1/auth/nostr/link')
    return world.call('POST', '/api/v1/auth/nostr/link', { token, body: { nostr_event } })
  }

  const GRANTS: readonly Grant[] = [
    {
      title: 'a Nostr key is linked',
      status: 201,
      // Each event counts once: another key for each call.
      route: () => () => ({
        method: 'POST',
        url: '/api/v1/auth/nostr/link',
        body: {
          nostr_event: signNostrLogin(generateSecretKey(), BASE, world.nowSeconds(), '/api/v1/auth/nostr/link'),
        },
      }),
    },
    {
      title: 'an account at a provider is linked',
      status: 200,
      route: () => ({ method: 'POST', url: '/api/v1/auth/github/link' }),
    },
    {
      title: 'the e-mail address is changed',
      status: 200,
      route: () => () => ({
        method: 'PUT',
        url: '/api/v1/auth/me',
        body: { email: `me-${(users += 1)}@example.com` },
      }),
    },
    {
      title: 'a guest is invited',
      status: 201,
      prepare: async () => [await register(world), await register(world)],
      route: ([one, other]: readonly { username: string }[]) => {
        const names = [one?.username, one?.username, one?.username, other?.username]
        return () => ({
          method: 'PUT',
          url: '/api/v1/wallet/share/invite',
          body: { username: names.shift() ?? other?.username, permissions: ['send-payments'] },
        })
      },
    },
    {
      title: 'a guest may do more',
      status: 200,
      async prepare(token) {
        const { username } = await register(world)
        const body = { username, permissions: ['view-payments'] }
        return (await world.call('PUT', '/api/v1/wallet/share/invite', { token, body })).body.share_request_id
      },
      route: (id: string) => ({
        method: 'PUT',
        url: `/api/v1/wallet/share/${id}`,
        body: { permissions: ['view-payments', 'send-payments'] },
      }),
    },
    {
      title: 'an access list is widened from receiving to paying',
      status: 200,
      prepare: createList,
      route: (id: string) => ({
        method: 'PUT',
        url: `/api/v1/auth/acls/${id}`,
        body: { allowed_endpoints: [RECEIVE, PAY] },
      }),
    },
    {
      title: 'a token of an access list is made',
      status: 201,
      prepare: createList,
      route: (id: string) => ({ method: 'POST', url: `/api/v1/auth/acls/${id}/tokens` }),
    },
    {
      title: 'the webhook secret is read',
      status: 200,
      route: () => ({ method: 'GET', url: '/api/v1/wallet/webhook' }),
    },
    {
      title: 'the webhook secret is rotated',
      status: 200,
      route: () => ({ method: 'POST', url: '/api/v1/wallet/webhook/rotate' }),
    },
    { title: 'a wallet gets new keys', status: 200, route: () => ({ method: 'PUT', url: '/api/v1/wallet/reset' }) },
    {
      title: 'a download link is made',
      status: 201,
      route: () => ({ method: 'POST', url: '/api/v1/download-links', body: { path: '/api/v1/payments/export' } }),
    },
  ]

  test.each(GRANTS)('$title', async ({ status, prepare = async () => undefined, route }) => {
    const user = await openStale(world, newName(), { prepare })
    expect(await askStale(user, route(user.prepared as never))).toEqual(asked(status))
  })

  test('a linked account is unlinked', async () => {
    const user = await openStale(world, newName(), {
      prepare: async (token) => [(await linkKey(token)).body.id, (await linkKey(token)).body.id],
    })
    const [one, other] = user.prepared
    const ids = [one, one, one, other]
    const route = () => ({ method: 'DELETE', url: `/api/v1/auth/identities/${ids.shift() ?? other}` }) as const
    expect(await askStale(user, route)).toEqual(asked(200))
  })

  test('an administrator hands out links and rights only after a fresh proof, also with an access token', async () => {
    const admin = await openStale(world, newName(), { prepare: async () => undefined })
    await writeDirectly(world, `UPDATE users SET role = 'admin' WHERE id = '${admin.id}'`)
    const { id } = await register(world)
    for (const route of [
      { method: 'POST', url: `/users/api/v1/user/${id}/reset-link` },
      { method: 'POST', url: '/users/api/v1/invitations', body: {} },
      { method: 'PUT', url: `/users/api/v1/user/${id}`, body: { is_admin: true } },
    ] as const) {
      const { status, body } = await admin.call(route, { token: admin.token })
      expect([route.url, status, body.code]).toEqual([route.url, 401, 'step_up_required'])
    }
    expect((await admin.call({ method: 'GET', url: '/users/api/v1/user' }, { token: admin.token })).status).toBe(200)
  })

  test('a wallet key cannot step up', async () => {
    const user = await openStale(world, newName(), { prepare: async () => undefined })
    for (const method of ['GET', 'PUT'] as const) {
      const url = method === 'GET' ? '/api/v1/wallet/webhook' : '/api/v1/wallet/reset'
      expect((await user.call({ method, url }, { key: user.adminKey })).status).toBe(200)
    }
  })

  test('the rest of the profile is changed without a proof, and so is an address that stays the same', async () => {
    const email = 'stays@example.com'
    const user = await openStale(world, newName(), {
      prepare: (token) => world.call('PUT', '/api/v1/auth/me', { token, body: { email } }),
    })
    const body = { display_name: 'Me', email }
    const route = { method: 'PUT', url: '/api/v1/auth/me', body } as const
    expect((await user.call(route, { token: user.token })).body).toMatchObject(body)
    expect((await user.browser.call('PUT', route.url, { body })).status).toBe(200)
  })

  test('a token of an access list changes the display name and no e-mail address', async () => {
    const { token } = await register(world)
    const limited = await makeAclToken(world, token, ['PUT /api/v1/auth/me'])
    const change = (body: object) => world.call('PUT', '/api/v1/auth/me', { token: limited.token, body })
    expect((await change({ display_name: 'Program' })).status).toBe(200)
    const refused = await change({ email: 'thief@example.com' })
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_missing'])
    expect((await world.call('GET', '/api/v1/auth', { token })).body.email).toBe('')
  })

  test('a token of a log-in 10 minutes ago is fresh, and a second later it is not', async () => {
    const { id } = await register(world)
    const token = await tokenOf(world, { userId: id })
    const read = async () => (await world.call('GET', '/api/v1/wallet/webhook', { token })).status
    world.advance(600)
    expect(await read()).toBe(200)
    world.advance(1)
    expect(await read()).toBe(401)
  })

  test('a step-up of a token checks the proof, and its answer ends no later than the token', async () => {
    const { id, password } = await register(world)
    const token = await tokenOf(world, { userId: id })
    world.advance(1440 * 60 - 60)
    const stepUp = (proof: object) => world.call('POST', '/api/v1/auth/step-up', { token, body: proof })
    expect((await stepUp({ password: 'a wrong password' })).status).toBe(400)
    const { status, body } = await stepUp({ password })
    expect([status, body.token_type]).toEqual([200, 'bearer'])
    const read = async () => (await world.call('GET', '/api/v1/wallet/webhook', { token: body.access_token })).status
    expect(await read()).toBe(200)
    world.advance(60)
    expect(await read()).toBe(401)
  })

  test('with a second factor a token steps up by it, and not by the password', async () => {
    const person = await register(world)
    const { secret } = await openWithTotp(world, person)
    const token = await tokenOf(world, { userId: person.id })
    world.advance(661)
    const stepUp = (proof: object) => world.call('POST', '/api/v1/auth/step-up', { token, body: proof })
    expect((await world.call('GET', '/api/v1/wallet/webhook', { token })).body.step_up).toEqual(['totp', 'login'])
    expect((await stepUp({ password: person.password })).body.code).toBe('second_factor_required_instead')
    const proven = (await stepUp({ totp: codeOf(world, secret) })).body.access_token
    expect((await world.call('GET', '/api/v1/wallet/webhook', { token: proven })).status).toBe(200)
  })

  test('an account without a password cannot step up by one, only by another log-in', async () => {
    const { userId } = await world.openWallet()
    const token = await tokenOf(world, { userId })
    const session = await openSession(world, { userId })
    world.advance(661)
    const url = '/api/v1/auth/step-up'
    const body = { password: 'any password' }
    const answers = [
      await world.call('POST', url, { token, body }),
      await world.call('POST', url, { headers: session.headers, body }),
    ]
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual([
      [403, 'fresh_login_required'],
      [403, 'fresh_login_required'],
    ])
    expect((await world.call('GET', '/api/v1/wallet/webhook', { token })).body.step_up).toEqual(['login'])
    const { headers } = session
    expect((await world.call('GET', '/api/v1/wallet/webhook', { headers })).body.step_up).toEqual(['login'])
  })

  test('a log-out everywhere revokes tokens from a step-up', async () => {
    const { id, password } = await register(world)
    const token = await tokenOf(world, { userId: id })
    const { body } = await world.call('POST', '/api/v1/auth/step-up', { token, body: { password } })
    expect((await world.call('POST', '/api/v1/auth/logout-everywhere', { token })).status).toBe(200)
    expect((await world.call('GET', '/api/v1/auth', { token: body.access_token })).status).toBe(401)
  })

  test('a log-in by user id is no proof for an account with another log-in: every program knows the id', async () => {
    const { id } = await register(world, { username: newName() })
    const { body } = await world.call('POST', '/api/v1/auth/usr', { body: { usr: id } })
    const linked = await linkKey(body.access_token)
    expect([linked.status, linked.body.code]).toEqual([401, 'step_up_required'])
  })

  test('for an account with only its id, the log-in by it is the proof', async () => {
    const { userId } = await world.openWallet()
    await writeDirectly(world, `UPDATE users SET password_hash = NULL WHERE id = '${userId}'`)
    const { body } = await world.call('POST', '/api/v1/auth/usr', { body: { usr: userId } })
    expect((await linkKey(body.access_token)).status).toBe(201)
  })
})
