import type { AccessRule } from '@satchel/http/create-http-app'
import { ServiceError } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import type { AccessedWallet, Principal } from './principal.ts'

/** How credentials are looked up; given by the app, because wallets and accounts stand on higher floors. */
export interface CredentialLookups {
  findByKey(key: string): Promise<Extract<Principal, { via: 'key' }> | undefined>
  /** Throws `unauthenticated` for a token that is not, or no longer, good. */
  readToken(token: string): Promise<Extract<Principal, { via: 'token' }>>
  /** The user's wallet of that id, or its oldest one; undefined = no such wallet of this user. */
  findUserWallet(userId: string, walletId: string | undefined): Promise<AccessedWallet | undefined>
}

export type AccessName = 'anyone' | 'invoice-key' | 'admin-key' | 'user' | 'admin' | 'super-user'

type Check = (principal: Principal) => boolean

/** Who passes, rule by rule (Spec, Permission matrix). */
const PASSES: Record<Exclude<AccessName, 'anyone'>, Check> = {
  'invoice-key': () => true,
  'admin-key': (principal) => principal.via === 'token' || principal.right === 'admin',
  user: (principal) => principal.via === 'token',
  admin: (principal) => principal.via === 'token' && principal.role !== 'user',
  'super-user': (principal) => principal.via === 'token' && principal.role === 'super-user',
}

/** Rules that act on one wallet. */
const ON_A_WALLET: readonly AccessName[] = ['invoice-key', 'admin-key']

/** The table of rules that routes choose from: 401 without a good credential, 403 with one that may not do this. */
export function createAccessRules(lookups: CredentialLookups): Record<AccessName, AccessRule | undefined> {
  const rule =
    (name: Exclude<AccessName, 'anyone'>): AccessRule =>
    async (request, reply) => {
      reply.header('Referrer-Policy', 'no-referrer')
      const principal = await identify(lookups, request)
      if (principal === undefined) {
        reply.header('WWW-Authenticate', 'Bearer')
        throw new ServiceError('unauthenticated', 'A valid API key or access token is required.')
      }
      if (!PASSES[name](principal)) throw new ServiceError('forbidden', WHY_NOT[name])
      request.principal = principal
      if (ON_A_WALLET.includes(name)) request.wallet = await chooseWallet(lookups, request, principal)
    }
  return {
    anyone: undefined,
    'invoice-key': rule('invoice-key'),
    'admin-key': rule('admin-key'),
    user: rule('user'),
    admin: rule('admin'),
    'super-user': rule('super-user'),
  }
}

const WHY_NOT: Record<Exclude<AccessName, 'anyone'>, string> = {
  'invoice-key': 'This credential may not do this.',
  'admin-key': 'This needs the admin key of the wallet.',
  user: 'This needs an access token of a user, not a wallet key.',
  admin: 'This needs an administrator.',
  'super-user': 'This needs the super user.',
}

/** A key in the header wins over one in the query, and any key over a token (decisions §4). */
async function identify(lookups: CredentialLookups, request: FastifyRequest): Promise<Principal | undefined> {
  const key = request.headers['x-api-key'] ?? queryText(request, 'api-key')
  if (typeof key === 'string' && key !== '') return lookups.findByKey(key)
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : lookups.readToken(token)
}

async function chooseWallet(
  lookups: CredentialLookups,
  request: FastifyRequest,
  principal: Principal,
): Promise<AccessedWallet> {
  if (principal.via === 'key') return principal.wallet
  const wallet = await lookups.findUserWallet(principal.userId, queryText(request, 'wallet_id'))
  if (wallet === undefined) throw new ServiceError('not_found', 'Wallet not found.')
  return wallet
}

function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** For handlers behind a wallet rule. */
export function walletOf(request: FastifyRequest): AccessedWallet {
  if (request.wallet === undefined) throw new Error('the route has no rule that finds a wallet')
  return request.wallet
}

/** For handlers behind a user rule. */
export function userIdOf(request: FastifyRequest): string {
  if (request.principal?.via !== 'token') throw new Error('the route has no rule that asks for a user')
  return request.principal.userId
}

/** Who to name in the audit log, behind a user rule. */
export const actorOf = (request: FastifyRequest): { readonly id: string; readonly address: string } => ({
  id: userIdOf(request),
  address: request.ip,
})

/** Whether the caller may spend from the wallet, where one route serves both directions. */
export const maySpend = (request: FastifyRequest): boolean =>
  request.principal !== undefined && PASSES['admin-key'](request.principal)
