import { randomBytes } from 'node:crypto'
import { generateSecretKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENTS } from '../../../../extensions/events/events.ts'
import { LNDHUB } from '../../../../extensions/lndhub/lndhub.ts'
import { happenBefore } from '../../world/access/happen-before.ts'
import { openBrowser } from '../../world/accounts/open-browser.ts'
import { ASKED } from '../../world/accounts/open-consent.ts'
import type { AskedRoute } from '../../world/accounts/open-stale.ts'
import { register } from '../../world/accounts/register.ts'
import { signNostrLogin } from '../../world/accounts/sign-nostr-login.ts'
import { codeOf } from '../../world/accounts/with-totp.ts'
import { activateExtension } from '../../world/extensions/activate-extension.ts'
import { eventBody } from '../../world/extensions/open-box-office.ts'
import { openWorld, type World, type WorldWallet } from '../../world/open-world.ts'
import { DIALECTS } from '../../world/test-database.ts'
import { tokenOf } from '../../world/token-of.ts'
import { writeDirectly } from '../../world/write-directly.ts'

const BASE = 'http://127.0.0.1:5000'
const RECEIVE = 'POST /api/v1/payments receive'

interface Person {
  readonly wallet: WorldWallet
  readonly token: string
}

interface Grant {
  /** Its command. */
  readonly name: string
  readonly status: number
  readonly prepare?: (world: World, person: Person) => Promise<unknown>
  readonly route: (world: World, prepared: never, person: Person) => AskedRoute
}

const createList = async (world: World, { token }: Person): Promise<string> =>
  (await world.call('POST', '/api/v1/auth/acls', { token, body: { name: 'Program', allowed_endpoints: [RECEIVE] } }))
    .body.id

const invite = async (world: World, { token }: Person): Promise<string> => {
  const { username } = await register(world)
  const body = { username, permissions: ['view-payments'] }
  return (await world.call('PUT', '/api/v1/wallet/share/invite', { token, body })).body.share_request_id
}

const makeEvent = async (world: World, { wallet }: Person): Promise<string> => {
  await activateExtension(world, wallet, 'events')
  return (await world.call('POST', '/events/api/v1/', { key: wallet.adminKey, body: eventBody() })).body.id
}

/** With a key or a token of the owner. */
const OF_WALLET: readonly Grant[] = [
  {
    name: 'invite-guest',
    status: 201,
    prepare: async (world) => (await register(world)).username,
    route: (_world, username: string) => ({
      method: 'PUT',
      url: '/api/v1/wallet/share/invite',
      body: { username, permissions: ['send-payments'] },
    }),
  },
  {
    name: 'change-share',
    status: 200,
    prepare: invite,
    route: (_world, id: string) => ({
      method: 'PUT',
      url: `/api/v1/wallet/share/${id}`,
      body: { permissions: ['send-payments'] },
    }),
  },
  { name: 'reset-wallet-keys', status: 200, route: () => ({ method: 'PUT', url: '/api/v1/wallet/reset' }) },
  {
    name: 'rotate-webhook-secret',
    status: 200,
    prepare: (world, { token }) => world.call('GET', '/api/v1/wallet/webhook', { token }),
    route: () => ({ method: 'POST', url: '/api/v1/wallet/webhook/rotate' }),
  },
  {
    name: 'set-extension-spending',
    status: 200,
    prepare: (world, { wallet }) => activateExtension(world, wallet, 'lndhub'),
    route: () => ({ method: 'PUT', url: '/api/v1/extension/grants/lndhub', body: { active: true } }),
  },
  {
    name: 'commit-extension-run',
    status: 201,
    prepare: (world, { wallet }) => activateExtension(world, wallet, 'lndhub'),
    route: () => ({ method: 'POST', url: '/lndhub/api/v1/', body: { label: 'Phone', mode: 'admin' } }),
  },
  {
    name: 'commit-extension-run',
    status: 201,
    prepare: makeEvent,
    route: (_world, id: string) => ({ method: 'POST', url: `/events/api/v1/${id}/door` }),
  },
]

const OF_ACCOUNT: readonly Grant[] = [
  ...OF_WALLET,
  {
    name: 'create-acl',
    status: 201,
    route: () => ({
      method: 'POST',
      url: '/api/v1/auth/acls',
      body: { name: 'Program', allowed_endpoints: [RECEIVE] },
    }),
  },
  {
    name: 'change-acl',
    status: 200,
    prepare: createList,
    route: (_world, id: string) => ({
      method: 'PUT',
      url: `/api/v1/auth/acls/${id}`,
      body: { allowed_endpoints: ['POST /api/v1/payments'] },
    }),
  },
  {
    name: 'create-acl-token',
    status: 201,
    prepare: createList,
    route: (_world, id: string) => ({ method: 'POST', url: `/api/v1/auth/acls/${id}/tokens` }),
  },
  {
    name: 'give-oauth-code',
    status: 201,
    route: (_world, _prepared, { wallet }) => ({
      method: 'POST',
      url: '/api/v1/auth/consent',
      body: { ...ASKED, scope: 'receive', wallet_id: wallet.id },
    }),
  },
  {
    name: 'link-identity',
    status: 201,
    route: (world) => ({
      method: 'POST',
      url: '/api/v1/auth/nostr/link',
      body: {
        nostr_event: signNostrLogin(generateSecretKey(), BASE, world.nowSeconds(), '/api/v1/auth/nostr/link'),
      },
    }),
  },
  {
    name: 'change-profile',
    status: 200,
    route: (_world, _prepared, { wallet }) => ({
      method: 'PUT',
      url: '/api/v1/auth/me',
      body: { email: `${wallet.id}@example.com` },
    }),
  },
  {
    name: 'activate-totp',
    status: 200,
    prepare: async (world, { token }) =>
      (await world.call('POST', '/api/v1/auth/totp', { token, body: {} })).body.secret,
    route: (world, secret: string) => ({
      method: 'PUT',
      url: '/api/v1/auth/totp',
      body: { totp: codeOf(world, secret) },
    }),
  },
]

const OF_ADMINISTRATOR: readonly Grant[] = [
  {
    name: 'hand-out-account-link',
    status: 201,
    route: () => ({ method: 'POST', url: '/users/api/v1/invitations', body: {} }),
  },
  {
    name: 'hand-out-account-link',
    status: 201,
    prepare: async (world) => (await register(world)).id,
    route: (_world, id: string) => ({ method: 'POST', url: `/users/api/v1/user/${id}/reset-link` }),
  },
  {
    name: 'change-user',
    status: 200,
    prepare: async (world) => (await register(world)).id,
    route: (_world, id: string) => ({ method: 'PUT', url: `/users/api/v1/user/${id}`, body: { is_admin: true } }),
  },
  {
    name: 'create-user',
    status: 201,
    route: () => {
      const body = { username: `made-${randomBytes(6).toString('hex')}`, password: 'a good password' }
      return { method: 'POST', url: '/users/api/v1/user', body }
    },
  },
]

const TOKEN_ENDED = [401, 'token_ended']

/** What is on its way when a credential ends makes nothing that outlives it. */
describe.each(DIALECTS)('a request that grants access, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [EVENTS, LNDHUB], env: { SERVICE_PUBLIC_URL: BASE } })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const open = async (): Promise<Person> => {
    const wallet = await world.openWallet(1000)
    return { wallet, token: await tokenOf(world, wallet) }
  }
  const asked = async (grant: Grant, person: Person) => {
    const { method, url, body } = grant.route(world, (await grant.prepare?.(world, person)) as never, person)
    return (shown: object) => world.call(method, url, { ...shown, ...(body !== undefined && { body }) })
  }
  const logOutEverywhere = async (token: string): Promise<void> => {
    expect((await world.call('POST', '/api/v1/auth/logout-everywhere', { token })).status).toBe(200)
  }

  test.each(OF_ACCOUNT)('$name: nothing after a log-out everywhere', async (grant) => {
    const person = await open()
    const other = await tokenOf(world, person.wallet)
    const ask = await asked(grant, person)
    const happened = happenBefore(world, grant.name, () => logOutEverywhere(other))
    const { status, body } = await ask({ token: person.token })
    expect([happened(), status, body.code]).toEqual([true, ...TOKEN_ENDED])
  })

  test.each(OF_WALLET)('$name: nothing with a key that was replaced', async (grant) => {
    const person = await open()
    const { token, wallet } = person
    const ask = await asked(grant, person)
    const happened = happenBefore(world, grant.name, async () => {
      expect((await world.call('PUT', '/api/v1/wallet/reset', { token })).status).toBe(200)
    })
    const { status, body } = await ask({ key: wallet.adminKey })
    expect([happened(), status, body.code]).toEqual([true, ...TOKEN_ENDED])
  })

  test.each(OF_ADMINISTRATOR)('$name: nothing by an administrator who has lost the right', async (grant) => {
    const person = await open()
    const { userId } = person.wallet
    await writeDirectly(world, `UPDATE users SET role = 'admin' WHERE id = '${userId}'`)
    const token = await tokenOf(world, { userId })
    const ask = await asked(grant, person)
    const happened = happenBefore(world, grant.name, () => logOutEverywhere(person.token))
    const { status, body } = await ask({ token })
    expect([happened(), status, body.code]).toEqual([true, ...TOKEN_ENDED])
  })

  test.each([...OF_ACCOUNT, ...OF_WALLET])('$name: done when nothing has ended', async (grant) => {
    const person = await open()
    const ask = await asked(grant, person)
    expect((await ask({ token: person.token })).status).toBe(grant.status)
  })

  test('a session that is ended alone grants nothing any more', async () => {
    const browser = await openBrowser(world, 'someone-with-two-browsers', 'a good password')
    const happened = happenBefore(world, 'create-acl', async () => {
      expect((await browser.call('POST', '/api/v1/auth/logout', { body: {} })).status).toBe(200)
    })
    const body = { name: 'Program', allowed_endpoints: [RECEIVE] }
    const { status, body: answer } = await browser.call('POST', '/api/v1/auth/acls', { body })
    expect([happened(), status, answer.code]).toEqual([true, ...TOKEN_ENDED])
  })

  test('the session that sets a new password finishes what it has begun', async () => {
    const password = 'a good password'
    const browser = await openBrowser(world, 'someone-in-a-browser', password)
    const happened = happenBefore(world, 'create-acl', async () => {
      const next = 'another good password'
      const body = { password_old: password, password: next, password_repeat: next }
      expect((await browser.call('PUT', '/api/v1/auth/password', { body })).status).toBe(200)
    })
    const body = { name: 'Program', allowed_endpoints: [RECEIVE] }
    const { status } = await browser.call('POST', '/api/v1/auth/acls', { body })
    expect([happened(), status]).toEqual([true, 201])
  })
})
