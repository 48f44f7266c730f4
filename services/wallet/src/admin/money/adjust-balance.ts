import { badRequest, notFound } from '@satchel/http/service-error'
import { MAX_MSAT, type Msat } from '@satchel/money/units'
import { defineCommand } from '../../db/database.ts'
import { noteInAuditLog } from '../../events/audit-log.ts'
import { adjust } from '../../ledger/ledger.ts'
import { claimKey, type IdempotencyClaim, stillInProgress } from '../../payments/states/idempotency.ts'

export interface Adjustment {
  readonly id: string
  readonly walletId: string
  /** Up or down, not zero. */
  readonly amountMsat: Msat
  /** The largest balance afterwards. Default: the limit of any wallet. */
  readonly maxBalanceMsat?: Msat
  /** The administrator's user id. */
  readonly madeBy: string
  /** The administrator's address. */
  readonly address?: string
  readonly at: number
  readonly claim: IdempotencyClaim | undefined
}

/**
 * Books an administrator's correction against the adjustments account: exact, never below zero nor above the cap, in
 * the audit log (rules S529, A40). Returns the new balance in msat; 409 when the idempotency key was used
 * before.
 */
export const adjustBalance = defineCommand({
  name: 'adjust-balance',
  run: async (tx, input: Adjustment): Promise<bigint> => {
    const { id, walletId, amountMsat, maxBalanceMsat = MAX_MSAT, madeBy, address = '', at, claim } = input
    await tx.together([
      {
        sql: 'INSERT INTO adjustments (id, wallet_id, amount_msat, made_by, at) VALUES ($1, $2, $3, $4, $5)',
        params: [id, walletId, amountMsat, madeBy, at],
        rows: 1,
      },
      ...adjust({ reference: id, at }, walletId, amountMsat),
      noteInAuditLog({
        actor: { id: madeBy, address },
        action: 'balance-adjusted',
        subject: walletId,
        detail: { amount_msat: Number(amountMsat) },
        at,
      }),
    ])
    const balance = await tx.first(
      `SELECT b.available_msat FROM balances b JOIN wallets w ON w.id = b.wallet_id WHERE b.wallet_id = $1 AND w.closed_at IS NULL`,
      [walletId],
      (row: { available_msat: bigint }) => row.available_msat,
    )
    if (balance === undefined) throw notFound('Wallet not found.', { code: 'wallet_not_found' })
    if (amountMsat > 0n && balance > maxBalanceMsat)
      throw badRequest('The wallet would exceed its maximum balance.', { code: 'wallet_full' })
    if (claim !== undefined && !(await claimKey(tx, { ...claim, answer: String(balance) }))) {
      // Rolls back: the first request's answer counts.
      throw stillInProgress()
    }
    return balance
  },
})
