import type { AddressInfo } from 'node:net'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { SILENT_LOG } from '@satchel/http/log'
import { openRelay, type TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { createPasswords } from '../../../src/accounts/users/passwords.ts'
import { setUpSuperUser } from '../../../src/accounts/users/set-up-super-user.ts'
import type { Dialect } from '../../../src/db/database.ts'
import { type Registered, register } from '../accounts/register.ts'
import { activateExtension } from '../extensions/activate-extension.ts'
import {
  type Answer,
  type CallOptions,
  CHEAP,
  callApp,
  openWorld,
  type Verb,
  type World,
  type WorldWallet,
} from '../open-world.ts'
import { openTestGithub, type TestGithub } from '../providers/open-test-github.ts'
import { openTestOpenId, type TestOpenId } from '../providers/open-test-openid.ts'
import { tokenOf } from '../token-of.ts'
import { writeDirectly } from '../write-directly.ts'

export const ORIGIN = 'https://pay.example.com'
export const ROOT = { username: 'root', password: 'root password' }
/** Signs the imported tokens of an LNbits. */
export const LNBITS_SECRET = 'the secret of an imported LNbits'

/** For tests: an account whose access is granted and ended, with its wallet and that of a guest. */
export interface Subject extends Registered {
  readonly wallet: WorldWallet
  readonly guest: WorldWallet
}

/** A service with every way in, and the means to use them. */
export interface AccessStage {
  readonly world: World
  readonly openId: TestOpenId
  readonly github: TestGithub
  readonly relay: TestRelay
  /** The address of the probed process, for sockets. */
  socketUrl(): Promise<string>
  /** The process that must notice that access has ended. */
  ask(method: Verb, url: string, options?: CallOptions): Promise<Answer>
  askAsRoot(method: Verb, url: string, body?: object): Promise<Answer>
  /** Makes the account the super user, as a start with `SUPER_USER_USERNAME` and `SUPER_USER_TAKE_OVER` does. */
  takeOver(account: Pick<Registered, 'username' | 'password'>): Promise<void>
  open(): Promise<Subject>
  close(): Promise<void>
}

const callbackOf = (provider: string): string => `${ORIGIN}/api/v1/auth/${provider}/token`

/** `alone`: the process that ended access is also the probed one, and may be restarted. */
export async function openAccessStage(
  dialect: Dialect,
  builtIns: readonly AnyExtension[],
  { alone = false } = {},
): Promise<AccessStage> {
  const openId = await openTestOpenId([callbackOf('keycloak'), callbackOf('google')])
  const github = await openTestGithub()
  const relay = await openRelay()
  const world = await openWorld({
    dialect,
    builtIns,
    env: {
      ...openId.env('KEYCLOAK'),
      ...openId.env('GOOGLE'),
      ...github.env,
      SERVICE_PUBLIC_URL: ORIGIN,
      SERVICE_MESSAGES: 'true',
      SERVICE_NOSTR_RELAYS: relay.url,
      SERVICE_MESSAGE_RELAYS: relay.url,
      SERVICE_ALLOW_PRIVATE_CALLBACKS: 'true',
      SERVICE_FIXED_RATES: '{"USD":50000}',
      SUPER_USER_USERNAME: ROOT.username,
      SUPER_USER_PASSWORD: ROOT.password,
      AUTH_ALLOWED_METHODS:
        'username-password,user-id-only,nostr-auth-nip98,google-auth,github-auth,keycloak-auth,passkey',
    },
  })
  await importTokens(world)
  // Events happen at the world's process; on PostgreSQL, access is probed at another one.
  const asked = dialect === 'postgres' && !alone ? await world.openBeside() : world
  const { body } = await world.call('POST', '/api/v1/auth', { body: ROOT })
  const rootId = (await world.call('GET', '/api/v1/auth', { token: body.access_token })).body.id as string
  return {
    world,
    openId,
    github,
    relay,
    async socketUrl() {
      const { app } = asked
      if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
      return `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    ask: (method, url, options = {}) => callApp(asked.app, method, url, options),
    askAsRoot: async (method, url, more) =>
      world.call(method, url, { token: await tokenOf(world, { userId: rootId }), ...(more && { body: more }) }),
    takeOver: (account) => takeOver(world, account),
    open: () => openSubject(world, builtIns),
    async close() {
      await world.close()
      await Promise.all([openId.close(), github.close(), relay.close()])
    },
  }
}

/** Makes the account the super user, as a start with `SUPER_USER_USERNAME` and `SUPER_USER_TAKE_OVER` does. */
export const takeOver = (world: World, account: Pick<Registered, 'username' | 'password'>): Promise<void> =>
  setUpSuperUser(
    {
      db: world.db,
      vault: world.service.vault,
      passwords: createPasswords(CHEAP),
      clock: () => world.nowSeconds() * 1000,
      log: SILENT_LOG,
    },
    { ...account, takeOver: true },
  )

export async function openSubject(world: World, builtIns: readonly AnyExtension[]): Promise<Subject> {
  const user = await register(world)
  const [own] = (await world.call('GET', '/api/v1/wallets', { token: user.token })).body
  const wallet = { id: own.id, userId: user.id, adminKey: own.adminkey, invoiceKey: own.inkey }
  for (const { manifest } of builtIns) await activateExtension(world, wallet, manifest.id)
  return { ...user, wallet, guest: await world.openWallet() }
}

/** The secret as an import of an LNbits leaves it; the service reads it at its start. */
async function importTokens(world: World): Promise<void> {
  const sealed = world.service.vault.seal(LNBITS_SECRET)
  await writeDirectly(
    world,
    `INSERT INTO lnbits_imports (fingerprint, digest, report, at, token_secret_sealed) VALUES ('x', 'x', '{}', 1, '${sealed}')`,
  )
  await world.restart()
}
