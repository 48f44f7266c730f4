import type { HttpApp } from '@satchel/http/http-app'
import { badRequest, invalid, notFound } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { actorOf, userIdOf, walletOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId, withDashes } from '../../base/ids.ts'
import type { AccountsConfig } from '../../config/accounts.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../events/audit-log.ts'
import { asGuest, findGuest } from '../../wallets/share-store.ts'
import { toWalletBody } from '../../wallets/wallet-json.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { newSealedKeys } from '../../wallets/wallet-secrets.ts'
import { findWallet } from '../../wallets/wallet-store.ts'
import { acceptsNewAccounts } from '../users/open-account.ts'
import { findUser, findUserByName, usernameKey } from '../users/user-store.ts'
import { acceptShare, changeShare, endShare, inviteGuest, rejectShare } from './share-commands.ts'
import { findShare, listSharesOfUser, listSharesOfWallet, type WalletShare } from './share-list-store.ts'
import { ACCEPT, CHANGE, END, INVITE, LIST, REJECT } from './sharing-schemas.ts'

export interface SharingRoutesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
  readonly accounts: AccountsConfig
}

/** One wallet, several users: the owner invites, the guest accepts, either ends it (rule S416). */
export function sharingRoutes(app: HttpApp, deps: SharingRoutesDeps): void {
  const { db, vault, clock } = deps

  app.put(
    '/api/v1/wallet/share/invite',
    { config: { access: 'admin-key', prepareBody: prepareInvitation, grantsAccess: true }, schema: INVITE },
    async (request, reply) => {
      const wallet = walletOf(request)
      const guest = await findInvited(deps, request.body)
      if (guest.id === wallet.userId)
        throw badRequest('Cannot share a wallet with its owner.', { code: 'share_with_owner' })
      const id = newId()
      const { username } = guest
      const { permissions } = request.body
      const invitation = { id, walletId: wallet.id, guestId: guest.id, username, permissions }
      await db.transact(inviteGuest, {
        ...invitation,
        actor: ownerOf(request),
        shown: shownBy(request),
        at: unixSeconds(clock),
      })
      reply.code(201)
      const isById = withDashes(request.body.user_id ?? '') === guest.id
      const named = isById ? { id, user_id: guest.id } : {}
      return { share_request_id: id, wallet_id: wallet.id, username, permissions, status: 'pending', ...named }
    },
  )

  app.get('/api/v1/wallet/share', { config: { access: 'admin-key-or-user' }, schema: LIST }, async ({ principal }) => {
    const shares =
      principal?.via === 'key'
        ? await listSharesOfWallet(db, principal.wallet.id)
        : await listSharesOfUser(db, principal?.userId ?? '')
    return shares.map(toShareBody)
  })

  app.put('/api/v1/wallet/share', { config: { access: 'user' }, schema: ACCEPT }, async (request) => {
    const shareId = request.body.share_request_id
    const keys = newSealedKeys(vault)
    const acceptance = { shareId, keys, actor: actorOf(request), at: unixSeconds(clock) }
    const walletId = await db.transact(acceptShare, acceptance)
    const [wallet, guest] = [
      await findWallet(db, vault, walletId),
      await findGuest(db, vault, { walletId, userId: userIdOf(request) }),
    ]
    if (wallet === undefined || guest === undefined) throw notFound('Share not found.', { code: 'share_not_found' })
    return toWalletBody(asGuest(wallet, guest), request.principal)
  })

  app.delete('/api/v1/wallet/share/invite/:id', { config: { access: 'user' }, schema: REJECT }, async (request) => {
    const shareId = request.params.id
    await db.transact(rejectShare, { shareId, actor: actorOf(request), at: unixSeconds(clock) })
    return { detail: 'Invitation rejected' }
  })
  changeRoutes(app, deps)
}

/** Routes to change a share (the owner) and to end it (either side). */
function changeRoutes(app: HttpApp, { db, clock }: SharingRoutesDeps): void {
  app.put(
    '/api/v1/wallet/share/:id',
    { config: { access: 'admin-key-or-user', prepareBody: prepareInvitation, grantsAccess: true }, schema: CHANGE },
    async (request) => {
      const { principal } = request
      const shareId = request.params.id
      const walletId = principal?.via === 'key' ? principal.wallet.id : undefined
      const { permissions } = request.body
      await db.transact(changeShare, {
        shareId,
        walletId,
        permissions,
        actor: ownerOf(request),
        shown: shownBy(request),
        at: unixSeconds(clock),
      })
      const share = await findShare(db, shareId)
      if (share === undefined) throw notFound('Share not found.', { code: 'share_not_found' })
      return toShareBody(share)
    },
  )

  app.delete('/api/v1/wallet/share/:id', { config: { access: 'admin-key-or-user' }, schema: END }, async (request) => {
    const { principal } = request
    const walletId = principal?.via === 'key' ? principal.wallet.id : undefined
    const actor = walletId === undefined ? actorOf(request) : ownerOf(request)
    await db.transact(endShare, { shareId: request.params.id, walletId, actor, at: unixSeconds(clock) })
    return { detail: 'Share ended' }
  })
}

/**
 * Finds the invited user. An unknown name is an error, because registration reveals which names are taken, too. Where
 * registration is closed, an unknown name gets an invitation that can never be accepted.
 */
async function findInvited({ db, accounts }: SharingRoutesDeps, body: Static<typeof INVITE.body>) {
  const { username, user_id: userId } = body
  if (username === undefined) {
    if (userId === undefined) throw NO_NAME()
    // Ids are random and never shown to other users, so the invited user has passed it on.
    const user = await findUser(db, withDashes(userId))
    if (user === undefined) throw notFound('User not found.', { code: 'user_not_found' })
    return { id: user.id, username: user.username }
  }
  const found = await findUserByName(db, username)
  if (found !== undefined) return { id: found.user.id, username: found.user.username }
  if (acceptsNewAccounts(accounts)) throw notFound('User not found.', { code: 'user_not_found' })
  return { id: `@${usernameKey(username)}`, username }
}

const NO_NAME = () => invalid({ type: 'missing', loc: ['body', 'username'], msg: 'Field required', input: undefined })

/** Clients of LNbits write `VIEW_PAYMENTS` for `view-payments`. */
function prepareInvitation(body: unknown): unknown {
  const permissions = (body as { readonly permissions?: unknown } | null | undefined)?.permissions
  if (!Array.isArray(permissions)) return body
  const toOurs = (one: unknown) => (typeof one === 'string' ? one.toLowerCase().replaceAll('_', '-') : one)
  return { ...(body as object), permissions: permissions.map(toOurs) }
}

/** The admin key, and the owner's token, act for the wallet's owner. */
function ownerOf(request: FastifyRequest): Actor {
  const { principal, ip: address } = request
  return principal?.via === 'key' ? { id: principal.wallet.userId, address } : actorOf(request)
}

const toShareBody = (share: WalletShare) => ({
  share_request_id: share.id,
  wallet_id: share.walletId,
  wallet_name: share.walletName,
  owner: share.owner,
  username: share.guest,
  permissions: [...share.permissions],
  status: share.status,
  created_at: new Date(share.createdAt * 1000).toISOString(),
})
