import { randomUUID } from 'node:crypto'
import { PERMISSIONS, type Permission, type Role } from '../../../services/wallet/src/access/principal.ts'
import { createLoginTokens } from '../../../services/wallet/src/accounts/users/login-tokens.ts'
import { makeAclToken } from '../../../services/wallet/test/world/accounts/make-acl-token.ts'
import { shareWallet } from '../../../services/wallet/test/world/accounts/share-wallet.ts'
import { activateExtension } from '../../../services/wallet/test/world/extensions/activate-extension.ts'
import { TEST_AUTH_SECRET, type World, type WorldWallet } from '../../../services/wallet/test/world/open-world.ts'
import { tokenOf } from '../../../services/wallet/test/world/token-of.ts'
import { writeDirectly } from '../../../services/wallet/test/world/write-directly.ts'
import type { Secrets } from './secrets.ts'

/** A user with one empty wallet, and what proves that. */
export interface Person extends WorldWallet {
  readonly username: string
  readonly token: string
}

/** The caller. */
export interface Caller {
  readonly kind: string
  /** Whose wallet, payments and lists are its own: for a guest, the owner of the shared wallet. */
  readonly person: Person
  readonly key?: string
  readonly token?: string
  /** Goes into the query where the operation has it. */
  readonly walletId?: string
}

/** Proofs that prove nothing, or nothing any more: 401 wherever a credential is needed (rule D1). */
const WORTHLESS = [
  'no credential',
  'an empty key',
  'an unknown key',
  'the key of a closed wallet',
  'the key of a deleted user',
  'the key of a guest that was',
  'a token that is none',
  'a token signed with another secret',
  'an expired token',
  'a token from before a log-out everywhere',
  'the token of a deleted user',
  'an expired ACL token',
  'a revoked ACL token',
  'a token of a deleted ACL',
  'an ACL token of a deleted user',
] as const

/** Valid credentials. */
export const GOOD = [
  'invoice key',
  'admin key',
  'key of a guest who may view-payments',
  'key of a guest who may receive-payments',
  'key of a guest who may send-payments',
  'invoice key of a guest who may everything',
  'user',
  'admin',
  'super user',
] as const
export type GoodKind = (typeof GOOD)[number]

/** The endpoints that the ACL tokens of the cast have: which one does not matter, they are worthless. */
const SOME_ENDPOINTS = ['GET /api/v1/wallet', 'GET /api/v1/wallets', 'POST /api/v1/payments']

export interface Cast {
  readonly world: World
  readonly secrets: Secrets
  readonly stranger: Person
  readonly superUser: Person
  /** Credentials without any permission. */
  readonly worthless: readonly Caller[]
  openPerson(role?: Role): Promise<Person>
  /** A new caller with its own user: its effects reach no other caller. */
  openCaller(kind: GoodKind): Promise<Caller>
}

export async function openCast(world: World, secrets: Secrets): Promise<Cast> {
  const openPerson = async (role: Role = 'user'): Promise<Person> => {
    const wallet = await world.openWallet()
    if (role !== 'user') await writeDirectly(world, `UPDATE users SET role = '${role}' WHERE id = '${wallet.userId}'`)
    await activateExtension(world, wallet, 'jar')
    const person = { ...wallet, username: `user-${wallet.userId}`, token: await tokenOf(world, wallet) }
    secrets.keep(wallet.userId, [person.userId, person.adminKey, person.invoiceKey, person.token])
    return person
  }
  const superUser = await openPerson('super-user')
  const worthless = await openWorthless(world, { openPerson, superUser })
  for (const { person, token, key } of worthless) secrets.keep(person.userId, [token ?? '', key ?? ''])
  return {
    world,
    secrets,
    stranger: await openPerson(),
    // The clock has advanced: what makes access asks for a newer log-in.
    superUser: { ...superUser, token: await tokenOf(world, superUser) },
    worthless,
    openPerson,
    openCaller: async (kind) => ({ kind, ...(await OPEN[kind]({ world, secrets, openPerson })) }),
  }
}

interface Backstage {
  readonly world: World
  readonly secrets: Secrets
  readonly openPerson: Cast['openPerson']
}

const OPEN: Record<GoodKind, (stage: Backstage) => Promise<Omit<Caller, 'kind'>>> = {
  'invoice key': async ({ openPerson }) => {
    const person = await openPerson()
    return { person, key: person.invoiceKey }
  },
  'admin key': async ({ openPerson }) => {
    const person = await openPerson()
    return { person, key: person.adminKey }
  },
  'key of a guest who may view-payments': (stage) => openGuest(stage, ['view-payments'], 'adminkey'),
  'key of a guest who may receive-payments': (stage) => openGuest(stage, ['receive-payments'], 'adminkey'),
  'key of a guest who may send-payments': (stage) => openGuest(stage, ['send-payments'], 'adminkey'),
  'invoice key of a guest who may everything': (stage) => openGuest(stage, PERMISSIONS, 'inkey'),
  user: async ({ openPerson }) => logIn(await openPerson()),
  admin: async ({ openPerson }) => logIn(await openPerson('admin')),
  'super user': async ({ openPerson }) => logIn(await openPerson('super-user')),
}

const logIn = (person: Person): Omit<Caller, 'kind'> => ({ person, token: person.token })

async function openGuest(
  { world, secrets, openPerson }: Backstage,
  permissions: readonly Permission[],
  key: 'adminkey' | 'inkey',
): Promise<Omit<Caller, 'kind'>> {
  const [person, guest] = [await openPerson(), await openPerson()]
  const { wallet } = await shareWallet(world, person, guest, permissions)
  secrets.keep(guest.userId, [wallet.adminkey, wallet.inkey], person.userId)
  return { person, key: wallet[key] }
}

/** Each of them was valid once; the clock advances by an hour meanwhile. */
async function openWorthless(
  world: World,
  { openPerson, superUser }: { openPerson: Cast['openPerson']; superUser: Person },
): Promise<Caller[]> {
  const person = await openPerson()
  const [closed, deleted, left, loggedOut] = [
    await openPerson(),
    await openPerson(),
    await openPerson(),
    await openPerson(),
  ]
  const made = {
    expired: await makeAclToken(world, person.token, SOME_ENDPOINTS, { expires_in_minutes: 1 }),
    revoked: await makeAclToken(world, person.token, SOME_ENDPOINTS),
    ofDeletedList: await makeAclToken(world, person.token, SOME_ENDPOINTS),
    ofDeletedUser: await makeAclToken(world, deleted.token, SOME_ENDPOINTS),
  }
  const guest = await shareWallet(world, person, left)
  const past = () => (world.nowSeconds() - 86_400) * 1000
  const issue = (secret: string, clock: () => number) =>
    createLoginTokens({ secret, lifetimeMinutes: 60, clock }).issue({ id: person.userId, tokenVersion: 0 })
  const asks: readonly (readonly [Parameters<World['call']>[0], string, object])[] = [
    ['DELETE', '/api/v1/wallet', { key: closed.adminKey }],
    ['DELETE', `/users/api/v1/user/${deleted.userId}`, { token: superUser.token }],
    ['DELETE', `/api/v1/wallet/share/${guest.shareId}`, { key: person.adminKey }],
    ['POST', '/api/v1/auth/logout-everywhere', { token: loggedOut.token }],
    ['DELETE', `/api/v1/auth/acls/${made.revoked.aclId}/tokens/${made.revoked.tokenId}`, { token: person.token }],
    ['DELETE', `/api/v1/auth/acls/${made.ofDeletedList.aclId}`, { token: person.token }],
  ]
  for (const [method, url, options] of asks) {
    const { status, body } = await world.call(method, url, options)
    if (status !== 200) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`)
  }
  world.advance(3600)
  const proofs: Record<(typeof WORTHLESS)[number], { key?: string; token?: string }> = {
    'no credential': {},
    'an empty key': { key: '' },
    'an unknown key': { key: randomUUID().replaceAll('-', '') },
    'the key of a closed wallet': { key: closed.adminKey },
    'the key of a deleted user': { key: deleted.adminKey },
    'the key of a guest that was': { key: guest.wallet.adminkey },
    'a token that is none': { token: 'x.y.z' },
    'a token signed with another secret': {
      token: issue('some other secret of more than 32 bytes', () => world.nowSeconds() * 1000),
    },
    'an expired token': { token: issue(TEST_AUTH_SECRET, past) },
    'a token from before a log-out everywhere': { token: loggedOut.token },
    'the token of a deleted user': { token: deleted.token },
    'an expired ACL token': { token: made.expired.token },
    'a revoked ACL token': { token: made.revoked.token },
    'a token of a deleted ACL': { token: made.ofDeletedList.token },
    'an ACL token of a deleted user': { token: made.ofDeletedUser.token },
  }
  return WORTHLESS.map((kind) => ({ kind, person, ...proofs[kind] }))
}
