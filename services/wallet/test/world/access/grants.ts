import { createECDH, randomBytes } from 'node:crypto'
import type { LnbitsPeer } from '@satchel/lightning/world/peers/lnbits/lnbits-peer'
import type { TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { npubEncode } from 'nostr-tools/nip19'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { ASKED } from '../accounts/open-consent.ts'
import type { AskedRoute } from '../accounts/open-stale.ts'
import { register } from '../accounts/register.ts'
import { signNostrLogin } from '../accounts/sign-nostr-login.ts'
import { createSoftAuthenticator } from '../accounts/soft-authenticator.ts'
import { codeOf, openWithTotp } from '../accounts/with-totp.ts'
import { activateExtension } from '../extensions/activate-extension.ts'
import { eventBody } from '../extensions/open-box-office.ts'
import type { World, WorldWallet } from '../open-world.ts'

export const BASE = 'https://pay.example'
export const RECEIVE = 'POST /api/v1/payments receive'

/** The caller. */
export interface Person {
  readonly wallet: WorldWallet
  readonly token: string
}

/** A request that grants access which outlives the credential of its caller. */
export interface Grant {
  /** Its command. */
  readonly name: string
  readonly status: number
  readonly prepare?: (world: World, person: Person, peers: GrantPeers) => Promise<unknown>
  readonly route: (world: World, prepared: never, person: Person) => AskedRoute
  /** Who may call it. Default: every user for their own account. */
  readonly role?: 'admin' | 'super-user'
}

/** What requests need beside the service: a relay with the message relays of a key, and a node to switch to. */
export interface GrantPeers {
  readonly relay: TestRelay
  readonly node: Pick<LnbitsPeer, 'env'>
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

const linkKey = async (world: World, { token }: Person): Promise<string> => {
  const signed = () => signNostrLogin(generateSecretKey(), BASE, world.nowSeconds(), '/api/v1/auth/nostr/link')
  const link = () => world.call('POST', '/api/v1/auth/nostr/link', { token, body: { nostr_event: signed() } })
  const [first] = [await link(), await link()]
  return first.body.id
}

/** A key that reads its messages at the relay; its npub. */
const readAtRelay = async (_world: World, _person: Person, { relay }: GrantPeers): Promise<string> => {
  const secret = generateSecretKey()
  const list = { kind: 10_050, created_at: 1, content: '', tags: [['relay', relay.url]] }
  relay.events.push(finalizeEvent(list, secret))
  return npubEncode(getPublicKey(secret))
}

const createPasskey = async (world: World, { token }: Person): Promise<object> => {
  const { body } = await world.call('POST', '/api/v1/auth/passkeys/options', { token })
  return createSoftAuthenticator({ origin: BASE }).create(body)
}

const newBrowserKeys = () => {
  const ecdh = createECDH('prime256v1')
  return { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
}

/** Called with a key or a token of the owner. */
export const OF_WALLET: readonly Grant[] = [
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

export const OF_ACCOUNT: readonly Grant[] = [
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
  {
    name: 'unlink-identity',
    status: 200,
    prepare: linkKey,
    route: (_world, id: string) => ({ method: 'DELETE', url: `/api/v1/auth/identities/${id}` }),
  },
  {
    name: 'add-passkey',
    status: 201,
    prepare: createPasskey,
    route: (_world, passkey: object) => ({
      method: 'POST',
      url: '/api/v1/auth/passkeys',
      body: { name: 'Blue key', passkey },
    }),
  },
  // Without a second factor less is asked for, so its removal counts as granting access.
  {
    name: 'remove-totp',
    status: 200,
    prepare: async (world, { wallet, token }) => (await openWithTotp(world, { id: wallet.userId, token })).secret,
    route: (world, secret: string) => ({
      method: 'DELETE',
      url: '/api/v1/auth/totp',
      body: { totp: codeOf(world, secret) },
    }),
  },
  {
    name: 'remove-passkey',
    status: 200,
    prepare: async (world, person) => {
      // The last passkey goes only where another way to log in is left.
      await linkKey(world, person)
      const made = { name: 'Blue key', passkey: await createPasskey(world, person) }
      return (await world.call('POST', '/api/v1/auth/passkeys', { token: person.token, body: made })).body.id
    },
    route: (_world, id: string) => ({ method: 'DELETE', url: `/api/v1/auth/passkeys/${id}` }),
  },
  {
    name: 'renew-recovery-codes',
    status: 201,
    prepare: (world, { wallet, token }) => openWithTotp(world, { id: wallet.userId, token }),
    route: () => ({ method: 'POST', url: '/api/v1/auth/recovery-codes' }),
  },
  {
    name: 'add-push-subscription',
    status: 201,
    route: () => ({
      method: 'POST',
      url: '/api/v1/push/subscriptions',
      body: { endpoint: `https://push.example/${randomBytes(8).toString('hex')}`, keys: newBrowserKeys() },
    }),
  },
  {
    name: 'request-nostr-code',
    status: 200,
    prepare: readAtRelay,
    route: (_world, address: string) => ({ method: 'PUT', url: '/api/v1/push/nostr', body: { address } }),
  },
]
