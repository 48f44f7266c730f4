import { badRequest, notFound, type ServiceError } from '@satchel/http/service-error'
import { endAccess } from '../../access/end-access.ts'
import type { Permission } from '../../access/principal.ts'
import { defineGrant } from '../../access/shown-credential.ts'
import { type Command, defineCommand, type Tx } from '../../db/database.ts'
import { refusingDuplicates } from '../../db/unique-violation.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { writePermissions } from '../../wallets/share-store.ts'
import type { SealedKeys } from '../../wallets/wallet-store.ts'

const MAX_SHARES = 100

interface ByUser {
  readonly actor: Actor
  readonly at: number
}

export interface Invitation extends ByUser {
  readonly id: string
  readonly walletId: string
  readonly guestId: string
  readonly username: string
  readonly permissions: readonly Permission[]
}

export const inviteGuest = defineGrant({
  name: 'invite-guest',
  run: async (tx, input: Invitation) => {
    const { id, walletId, guestId, username, permissions, actor, at } = input
    // Updates the row although nothing changes: a concurrent deletion of the wallet then waits, and deletes the share,
    // too.
    await tx.run({
      sql: 'UPDATE wallets SET name = name WHERE id = $1 AND closed_at IS NULL',
      params: [walletId],
      rows: 1,
      otherwise: () => notFound('Wallet not found.', { code: 'wallet_not_found' }),
    })
    const shares = await tx.first(
      'SELECT count(*) AS n FROM wallet_shares WHERE wallet_id = $1',
      [walletId],
      (row: { n: bigint }) => row.n,
    )
    if ((shares ?? 0n) >= MAX_SHARES)
      throw badRequest(`A wallet has at most ${MAX_SHARES} shares; end some first.`, {
        code: 'too_many_shares',
        params: { max: MAX_SHARES },
      })
    await refusingDuplicates(
      () =>
        tx.run({
          sql: `INSERT INTO wallet_shares (id, wallet_id, guest_id, username, permissions, status, created_at)
            VALUES ($1, $2, $3, $4, $5, 'pending', $6)`,
          params: [id, walletId, guestId, username, writePermissions(permissions), at],
          rows: 1,
        }),
      () => badRequest('The wallet is shared with this user already; end that share first.', { code: 'share_exists' }),
    )
    const detail = { wallet_id: walletId, username, permissions }
    await tx.run(noteInAuditLog({ actor, action: 'wallet-share-offered', subject: id, detail, at }))
  },
})

export interface Acceptance extends ByUser {
  readonly shareId: string
  readonly keys: SealedKeys
}

/** The guest gets separate keys. Accepting twice changes nothing. Returns the wallet's id. */
export const acceptShare = defineCommand({
  name: 'accept-share',
  invalidates: 'wallets',
  run: async (tx, { shareId, keys, actor, at }: Acceptance): Promise<string> => {
    const accepted = await tx.run({
      sql: `UPDATE wallet_shares SET status = 'accepted', accepted_at = $3, admin_key_sealed = $4, invoice_key_sealed = $5
            WHERE id = $1 AND guest_id = $2 AND status = 'pending'`,
      params: [shareId, actor.id, at, keys.admin.sealed, keys.invoice.sealed],
    })
    const walletId = await requireWalletOfGuest(tx, shareId, actor.id)
    if (accepted === 0) return walletId
    await tx.run({
      sql: `INSERT INTO wallet_keys (wallet_id, share_id, kind, digest)
            VALUES ($1, $2, 'guest-admin', $3), ($1, $2, 'guest-invoice', $4)`,
      params: [walletId, shareId, keys.admin.digest, keys.invoice.digest],
      rows: 2,
    })
    const detail = { wallet_id: walletId }
    await tx.run(noteInAuditLog({ actor, action: 'wallet-share-accepted', subject: shareId, detail, at }))
    return walletId
  },
})

async function requireWalletOfGuest(tx: Tx, shareId: string, guestId: string): Promise<string> {
  const walletId = await tx.first(
    'SELECT wallet_id FROM wallet_shares WHERE id = $1 AND guest_id = $2',
    [shareId, guestId],
    (row: { wallet_id: string }) => row.wallet_id,
  )
  if (walletId === undefined) throw noShare()
  return walletId
}

/** Nothing was granted yet, so only the row is deleted. */
export const rejectShare = defineCommand({
  name: 'reject-share',
  run: async (tx, { shareId, actor, at }: ByUser & { shareId: string }) => {
    await tx.run({
      sql: `DELETE FROM wallet_shares WHERE id = $1 AND guest_id = $2 AND status = 'pending'`,
      params: [shareId, actor.id],
      rows: 1,
      otherwise: noShare,
    })
    await tx.run(noteInAuditLog({ actor, action: 'wallet-share-rejected', subject: shareId, at }))
  },
})

export interface ShareChange extends ByUser {
  readonly shareId: string
  /** With the wallet's key: only a share of that wallet. */
  readonly walletId?: string | undefined
  readonly permissions: readonly Permission[]
}

/** By the wallet's owner, before or after acceptance; effective from the guest's next request. */
export const changeShare = defineGrant({
  name: 'change-share',
  invalidates: 'wallets',
  run: async (tx, { shareId, walletId, permissions, actor, at }: ShareChange) => {
    await tx.run({
      sql: `UPDATE wallet_shares SET permissions = $4 WHERE id = $1 AND ($3 = '' OR wallet_id = $3)
            AND wallet_id IN (SELECT id FROM wallets WHERE user_id = $2 AND closed_at IS NULL)`,
      params: [shareId, actor.id, walletId ?? '', writePermissions(permissions)],
      rows: 1,
      otherwise: noShare,
    })
    await tx.run(
      noteInAuditLog({ actor, action: 'wallet-share-changed', subject: shareId, detail: { permissions }, at }),
    )
  },
})

export interface EndOfShare extends ByUser {
  readonly shareId: string
  /** With the wallet's key: only a share of that wallet. */
  readonly walletId?: string | undefined
}

/** By the wallet's owner or by the guest, accepted or not; the guest's keys end with it. */
export const endShare = defineCommand({
  name: 'end-share',
  invalidates: 'wallets',
  run: async (tx, { shareId, walletId, actor, at }: EndOfShare) => {
    // Changes nothing if the caller may end it, and locks it.
    await tx.run({
      sql: `UPDATE wallet_shares SET status = status WHERE id = $1 AND ($3 = '' OR wallet_id = $3)
            AND (guest_id = $2 OR wallet_id IN (SELECT id FROM wallets WHERE user_id = $2))`,
      params: [shareId, actor.id, walletId ?? ''],
      rows: 1,
      otherwise: noShare,
    })
    await endAccess(tx, { event: 'share-ended', shareId })
    await tx.run(noteInAuditLog({ actor, action: 'wallet-share-ended', subject: shareId, at }))
  },
})

export const SHARE_COMMANDS: readonly Command<never, unknown>[] = [
  acceptShare,
  changeShare,
  endShare,
  inviteGuest,
  rejectShare,
]

const noShare = (): ServiceError => notFound('Share not found.', { code: 'share_not_found' })
