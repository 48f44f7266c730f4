import { badRequest, notFound } from '@satchel/http/service-error'
import { type Msat, msat } from '@satchel/money/units'
import type { User } from '../../accounts/users/user.ts'
import { findUser, isLastSuperUser, usernameKey } from '../../accounts/users/user-store.ts'
import { unixSeconds } from '../../base/clock.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { closeInvoicesAtNode, closeWalletForGood } from '../../payments/reconciling/close-wallet.ts'
import { claimKey, findClaimedKey, type IdempotencyClaim, toClaim } from '../../payments/states/idempotency.ts'
import type { PaymentDeps } from '../../payments/states/payment-deps.ts'
import { IN_FLIGHT_STATES } from '../../payments/states/payment-states.ts'
import { adjustBalance } from '../money/adjust-balance.ts'
import { oweForgetting } from './forget-history.ts'
import { forgetUser } from './forget-user.ts'
import { finishDeletions, giveBackHeld, oweLeftovers } from './keep-leftovers.ts'

export interface DeleteUser {
  readonly userId: string
  /** Delete despite balances, which go to the operator, and despite pending payments, which end without the account. */
  readonly force: boolean
  /** The super user, or the owner. */
  readonly actor: Actor
  /** The super user's name in the environment: the next start would create this account again. */
  readonly fixedUsername: string | undefined
  /** A forced deletion moves money, so a repeat must be the same deletion (rule S522). */
  readonly idempotencyKey?: string | undefined
}

/**
 * Deletes an account permanently: its log-ins, wallets and keys immediately, and the texts in its payments; those of a
 * long history partly later. Postings and tombstones stay (rule S529).
 */
export async function deleteUser(deps: PaymentDeps, request: DeleteUser): Promise<void> {
  const { userId, force, actor, idempotencyKey: key } = request
  const at = unixSeconds(deps.clock)
  const claim = toClaim({ scope: `${actor.id} DELETE user`, key, body: { userId, force } }, at)
  if (claim !== undefined && (await findClaimedKey(deps.db, claim)) !== undefined) return
  const closed = await deps.db.transact(deleteUserForGood, { ...request, claim, at })
  for (const walletId of closed) await closeInvoicesAtNode(deps, walletId)
  await finishDeletions(deps.db)
}

type DeleteUserForGood = Omit<DeleteUser, 'idempotencyKey'> & {
  readonly claim: IdempotencyClaim | undefined
  readonly at: number
}

/** Returns the wallets that were open. Checks and changes share one transaction. */
export const deleteUserForGood = defineCommand({
  name: 'delete-user',
  invalidates: 'wallets',
  run: async (tx, input: DeleteUserForGood): Promise<readonly string[]> => {
    const { userId, force, actor, fixedUsername, claim, at } = input
    if (claim !== undefined && !(await claimKey(tx, { ...claim, answer: 'deleted' }))) {
      await findClaimedKey(tx, claim)
      return []
    }
    const user = await findUser(tx, userId)
    if (user === undefined) throw notFound('User not found.', { code: 'user_not_found' })
    await requireDeletable(tx, user, { fixedUsername, force })
    const wallets = await listOpenWallets(tx, userId)
    const remainder = msat(wallets.reduce((sum, { balance }) => sum + balance, 0n))
    if (remainder > 0n && !force)
      throw badRequest('The account still holds a balance: empty its wallets first.', { code: 'account_not_empty' })
    const pendingMsat = wallets.reduce((sum, { reserved }) => sum + reserved, 0n)
    for (const { id, balance } of wallets) {
      if (balance > 0n) await adjustBalance.run(tx, toOperator(id, balance, actor, at))
      if (force) await giveBackHeld(tx, id, at)
      await closeWalletForGood.run(tx, { walletId: id, at, force })
      if (force) await oweLeftovers(tx, id)
    }
    for (const change of oweForgetting(await listWallets(tx, userId))) await tx.run(change)
    for (const change of forgetUser(userId)) await tx.run(change)
    const detail = {
      forced: force,
      remainder_msat: String(remainder),
      ...(pendingMsat > 0n && { pending_msat: String(pendingMsat) }),
    }
    await tx.run(noteInAuditLog({ actor, action: 'account-deleted', subject: userId, detail, at }))
    return wallets.map(({ id }) => id)
  },
})

interface Deletable {
  readonly fixedUsername: string | undefined
  readonly force: boolean
}

async function requireDeletable(tx: Tx, user: User, { fixedUsername, force }: Deletable): Promise<void> {
  if (await isLastSuperUser(tx, user))
    throw badRequest('Cannot delete the last super user.', { code: 'last_super_user' })
  if (fixedUsername !== undefined && usernameKey(fixedUsername) === usernameKey(user.username)) {
    throw badRequest('SUPER_USER_USERNAME names this user; change it in the environment first.', {
      code: 'username_is_fixed',
    })
  }
  // A forced deletion keeps reserves in the wallet's tombstone: whether that money leaves or returns is still unknown.
  if (force) return
  const pending = await tx.first(
    `SELECT checking_id FROM payments WHERE wallet_id IN (SELECT id FROM wallets WHERE user_id = $1)
     AND status = 'pending' AND state IN (${IN_FLIGHT_STATES}) LIMIT 1`,
    [user.id],
    (row) => row,
  )
  if (pending !== undefined)
    throw badRequest('A payment of the account is still in flight or held; wait until it has ended.', {
      code: 'account_has_payments',
    })
}

interface OpenWallet {
  readonly id: string
  readonly balance: Msat
  readonly reserved: bigint
}

const listOpenWallets = (tx: Tx, userId: string): Promise<OpenWallet[]> =>
  tx.list(
    `SELECT id, available_msat AS balance, reserved_msat AS reserved
     FROM wallets JOIN balances ON balances.wallet_id = wallets.id
     WHERE user_id = $1 AND closed_at IS NULL ORDER BY id`,
    [userId],
    (row: { id: string; balance: bigint; reserved: bigint }) => ({ ...row, balance: msat(row.balance) }),
  )

/** Includes wallets that were closed before: their history belongs to the account. */
const listWallets = (tx: Tx, userId: string): Promise<string[]> =>
  tx.list('SELECT id FROM wallets WHERE user_id = $1', [userId], (row: { id: string }) => row.id)

/** An ordinary adjustment, so that wallet, payments and adjustments still add up (rule B7). */
const toOperator = (walletId: string, balance: Msat, actor: Actor, at: number) => ({
  // Unique, because a wallet is deleted once.
  id: `deletion:${walletId}`,
  walletId,
  amountMsat: msat(-balance),
  madeBy: actor.id,
  address: actor.address,
  at,
  claim: undefined,
})
