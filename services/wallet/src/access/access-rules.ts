import type { AccessRule } from '@satchel/http/create-http-app'
import { type ErrorParts, forbidden, notFound, type ServiceError, unauthenticated } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { type Reach, reachOf } from './acl-entries.ts'
import { keepToWallet, requireOneWallet } from './bound-wallet.ts'
import { needsFreshProof, READS, requireFreshProof } from './fresh-proof.ts'
import {
  type AccessedWallet,
  type AclGrant,
  isBySession,
  type Permission,
  type Principal,
  type TokenGrant,
} from './principal.ts'
import { templateOf } from './published-routes.ts'

/** Synchronous where the answer is cached: a promise would cost a request more than the check itself. */
type MaybeLater<T> = T | Promise<T>

const andThen = <T, U>(value: MaybeLater<T>, step: (value: T) => MaybeLater<U>): MaybeLater<U> =>
  value instanceof Promise ? value.then(step) : step(value)

/** Lookups of credentials, injected because wallets and accounts are higher layers. */
export interface CredentialLookups {
  findByKey(key: string): MaybeLater<Extract<Principal, { via: 'key' }> | undefined>
  /** Throws 401 for a token that is invalid or no longer valid. */
  readToken(token: string): Promise<Extract<Principal, { via: 'token' }>>
  /** Undefined without the cookie of a valid session, or if a page of another site may have sent the request. */
  readSession(request: FastifyRequest): Promise<Extract<Principal, { via: 'token' }> | undefined>
  /** The user's wallet of that id, or one shared with it, or its oldest one; undefined = none of these. */
  findUserWallet(userId: string, walletId: string | undefined): Promise<AccessedWallet | undefined>
  /** The user's wallets, and those shared with it, whose payments it may view. */
  listViewedWallets(userId: string): Promise<readonly string[]>
}

/**
 * Rules for routes that act on one wallet. Its user passes them all. `invoice-key` and `admin-key` mean the wallet's
 * own keys and exclude guests; the three permissions admit guests who have been granted them, and `shared` admits every
 * guest. `view-payments-of-all` is `view-payments`, and lets a user select all its wallets. `decide-payments` is for
 * received payments, and requires the right to send, too; `note-payments` requires those to send and to view.
 */
type WalletRule =
  | 'invoice-key'
  | 'admin-key'
  | 'shared'
  | Permission
  | 'view-payments-of-all'
  | 'decide-payments'
  | 'note-payments'
/** `setting-up`: any user, or one who must set up a second factor first and may do nothing else. */
type UserRule = 'admin-key-or-user' | 'user' | 'setting-up' | 'admin' | 'super-user'

export type AccessName = 'anyone' | WalletRule | UserRule

/** The weakest sufficient key, and the permissions that a guest needs, all of them (rules W26, S416). */
const ON_A_WALLET: Record<
  WalletRule,
  { readonly key: 'invoice' | 'admin'; readonly guests: readonly Permission[] | 'none' }
> = {
  'invoice-key': { key: 'invoice', guests: 'none' },
  'admin-key': { key: 'admin', guests: 'none' },
  shared: { key: 'invoice', guests: [] },
  'view-payments': { key: 'invoice', guests: ['view-payments'] },
  'view-payments-of-all': { key: 'invoice', guests: ['view-payments'] },
  'receive-payments': { key: 'invoice', guests: ['receive-payments'] },
  'send-payments': { key: 'admin', guests: ['send-payments'] },
  'decide-payments': { key: 'admin', guests: ['send-payments', 'receive-payments'] },
  'note-payments': { key: 'admin', guests: ['send-payments', 'view-payments'] },
}

const isWalletRule = (name: AccessName): name is WalletRule => Object.hasOwn(ON_A_WALLET, name)

/** Which principals pass the rules for a user, without a wallet. */
const PASSES: Record<UserRule, (principal: Principal) => boolean> = {
  'admin-key-or-user': (principal) => principal.via === 'token' || passes('admin-key', principal, principal.wallet),
  user: (principal) => principal.via === 'token',
  'setting-up': (principal) => principal.via === 'token',
  admin: (principal) => principal.via === 'token' && principal.role !== 'user',
  'super-user': (principal) => principal.via === 'token' && principal.role === 'super-user',
}

function passes(name: WalletRule, principal: Principal, { share }: AccessedWallet): boolean {
  const { key, guests } = ON_A_WALLET[name]
  const strongEnough = key === 'invoice' || principal.via === 'token' || principal.right === 'admin'
  const granted = share === undefined || (guests !== 'none' && guests.every((one) => share.permissions.includes(one)))
  return strongEnough && granted
}

/** The access rules for routes: 401 without a valid credential, 403 with one that lacks the right. */
export function createAccessRules(lookups: CredentialLookups): Record<AccessName, AccessRule | undefined> {
  const rule =
    (name: Exclude<AccessName, 'anyone'>): AccessRule =>
    (request, reply) => {
      reply.header('referrer-policy', 'no-referrer')
      return andThen(identify(lookups, request), (principal) => {
        if (principal === undefined) {
          reply.header('www-authenticate', 'Bearer')
          throw unauthenticated('A valid API key or access token is required.', { code: 'login_required' })
        }
        return letIn(lookups, request, principal, name)
      })
    }
  const names = Object.keys(WHY_NOT) as (keyof typeof WHY_NOT)[]
  const rules = Object.fromEntries(names.map((name) => [name, rule(name)])) as Record<keyof typeof WHY_NOT, AccessRule>
  return { anyone: undefined, ...rules }
}

function letIn(
  lookups: CredentialLookups,
  request: FastifyRequest,
  principal: Principal,
  name: Exclude<AccessName, 'anyone'>,
): MaybeLater<void> {
  if (principal.via === 'token' && principal.mustSetUp === true && name !== 'setting-up') {
    throw forbidden('This service requires a second factor for your account; set one up first.', {
      code: 'second_factor_missing',
    })
  }
  if (principal.via === 'token' && principal.acl !== undefined) requireListed(request, principal.acl)
  if (needsFreshProof(request, principal, name)) requireFreshProof(principal)
  if (!isWalletRule(name)) {
    requireOneWallet(request, principal)
    if (!PASSES[name](principal)) throw forbidden(WHY_NOT[name], permissionMissing(name))
    request.principal = principal
    return
  }
  if (name === 'view-payments-of-all' && principal.via === 'token' && queryText(request, 'wallet_id') === 'all') {
    return andThen(lookups.listViewedWallets(principal.userId), (walletIds) => {
      request.principal = principal
      request.walletIds = keepToWallet(principal, walletIds)
    })
  }
  return andThen(chooseWallet(lookups, request, principal), (wallet) => {
    if (!passes(name, principal, wallet)) throw forbidden(whyNot(name, wallet), permissionMissing(name))
    request.principal = principal
    request.wallet = wallet
  })
}

const WHY_NOT: Record<Exclude<AccessName, 'anyone'>, string> = {
  'invoice-key': 'This credential does not allow this request.',
  'admin-key': 'This needs the admin key of the wallet.',
  shared: 'This credential does not allow this request.',
  'view-payments': 'This credential may not see the payments of the wallet.',
  'view-payments-of-all': 'This credential may not see the payments of the wallet.',
  'receive-payments': 'This credential may not receive into the wallet.',
  'send-payments': 'Sending needs the admin key of the wallet.',
  'decide-payments': 'This needs the admin key of the wallet.',
  'note-payments': 'This needs the admin key of the wallet.',
  'admin-key-or-user': 'This needs the admin key of the wallet, or an access token of a user.',
  user: 'This needs an access token of a user, not a wallet key.',
  'setting-up': 'This needs an access token of a user, not a wallet key.',
  admin: 'This needs an administrator.',
  'super-user': 'This needs the super user.',
}

const permissionMissing = (name: AccessName): ErrorParts =>
  name === 'admin'
    ? { code: 'admin_required' }
    : name === 'super-user'
      ? { code: 'super_user_required' }
      : { code: 'permission_missing' }

const whyNot = (name: WalletRule, { share }: AccessedWallet): string =>
  share === undefined ? WHY_NOT[name] : 'Your share of this wallet does not include this permission.'

function requireListed(request: FastifyRequest, acl: AclGrant): void {
  if (reachOfRequest(request, acl) !== 'nothing') return
  throw forbidden('The access list of this token does not include this endpoint.', { code: 'not_on_access_list' })
}

function reachOfRequest(request: FastifyRequest, acl: AclGrant): Reach {
  const { method, routeOptions } = request
  const { listedAs, standsFor } = routeOptions.config
  const own = {
    url: listedAs ?? routeOptions.url ?? '',
    params: (request.params ?? {}) as Record<string, string>,
  }
  const routed = standsFor === undefined ? own : standsFor(request)
  if (routed === undefined) return 'nothing'
  return reachOf(acl.allowedEndpoints, { method, template: templateOf(routed.url), params: routed.params })
}

/** Precedence: a key in the header, a key in the query, a token (rule S401), a cookie. */
function identify(lookups: CredentialLookups, request: FastifyRequest): MaybeLater<Principal | undefined> {
  const key = request.headers['x-api-key'] ?? queryText(request, 'api-key')
  if (typeof key === 'string' && key !== '') return lookups.findByKey(key)
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined ? readSession(lookups, request) : lookups.readToken(token)
}

/** Most requests carry no cookie. */
const readSession = (lookups: CredentialLookups, request: FastifyRequest): MaybeLater<Principal | undefined> =>
  request.headers.cookie === undefined ? undefined : lookups.readSession(request)

function chooseWallet(
  lookups: CredentialLookups,
  request: FastifyRequest,
  principal: Principal,
): MaybeLater<AccessedWallet> {
  const named = queryText(request, 'wallet_id')
  if (principal.via === 'key') {
    // A request that names another wallet must not change this one. LNbits and its clients ignore the name in reads.
    if (named !== undefined && named !== principal.wallet.id && !READS.has(request.method)) {
      throw notFound('The key does not belong to the wallet in `wallet_id`.', { code: 'wallet_not_found' })
    }
    return principal.wallet
  }
  const bound = principal.acl?.walletId
  if (bound !== undefined && named !== undefined && named !== bound) throw noWallet()
  return andThen(lookups.findUserWallet(principal.userId, bound ?? named), (wallet) => {
    if (wallet === undefined) throw noWallet()
    return wallet
  })
}

const noWallet = (): ServiceError => notFound('Wallet not found.', { code: 'wallet_not_found' })

function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** For handlers with a wallet rule. */
export function walletOf(request: FastifyRequest): AccessedWallet {
  if (request.wallet === undefined) throw new Error('the route has no rule that finds a wallet')
  return request.wallet
}

/** For handlers with `view-payments-of-all`: one wallet, or all of `wallet_id=all`. */
export const walletIdsOf = (request: FastifyRequest): readonly string[] => request.walletIds ?? [walletOf(request).id]

/** The user whose contacts the caller sees: its own, or with a wallet key the owner's; with a guest's key none. */
export const callerIdOf = ({ principal }: FastifyRequest): string => {
  if (principal?.via === 'token') return principal.userId
  return principal === undefined || principal.wallet.share !== undefined ? '' : principal.wallet.userId
}

/** For handlers with a user rule. */
export const userIdOf = (request: FastifyRequest): string => userOf(request).userId

/** The role of the caller, behind a user rule. */
export const roleOf = (request: FastifyRequest) => userOf(request).role

function userOf({ principal }: FastifyRequest): Extract<Principal, { via: 'token' }> {
  if (principal?.via !== 'token') throw new Error('the route has no rule that asks for a user')
  return principal
}

/** The actor for the audit log, behind a user rule. */
export const actorOf = (request: FastifyRequest): { readonly id: string; readonly address: string } => ({
  id: userIdOf(request),
  address: request.ip,
})

/** The session of the caller, behind a user rule; undefined = another credential. */
export const sessionIdOf = (request: FastifyRequest): string | undefined => userOf(request).session?.id

/** The token version of the account when the request was accepted; with a user rule. */
export const tokenVersionOf = (request: FastifyRequest): number => userOf(request).tokenVersion

/** The access token of the caller, behind a user rule; undefined = another credential. */
export const tokenGrantOf = (request: FastifyRequest): TokenGrant | undefined => userOf(request).token

/** When the caller logged in or stepped up, Unix seconds; an ACL token never did. */
export const loggedInAtOf = ({ principal }: FastifyRequest): number =>
  principal?.via === 'token' ? (principal.loggedInAt ?? 0) : 0

/** What `proveFreshOwner` asks about a caller; a password is in the body, which may be missing. */
export const freshOwnerOf = (request: FastifyRequest) => ({
  userId: userIdOf(request),
  loggedInAt: loggedInAtOf(request),
  isProven: isBySession(request.principal),
  password: (request.body as { password?: string } | undefined)?.password,
  address: request.ip,
})

/** Whether the caller may spend from the wallet, where one route serves both directions. */
export const maySpend = (request: FastifyRequest): boolean => {
  const { principal, wallet } = request
  if (principal === undefined || wallet === undefined) return false
  const acl = principal.via === 'token' ? principal.acl : undefined
  if (acl !== undefined && reachOfRequest(request, acl) !== 'everything') return false
  return passes('send-payments', principal, wallet)
}

/** The same for receiving. */
export const mayReceive = ({ principal, wallet }: FastifyRequest): boolean =>
  principal !== undefined && wallet !== undefined && passes('receive-payments', principal, wallet)
