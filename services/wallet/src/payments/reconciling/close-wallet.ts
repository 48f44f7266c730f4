import { badRequest } from '@satchel/http/service-error'
import { endAccess } from '../../access/end-access.ts'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { emptyBalanceOf } from '../../ledger/ledger.ts'
import { deleteShortLinksOfWallet } from '../../wallets/short-link-store.ts'
import { moveInvoices } from '../states/move-payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { IN_FLIGHT_STATES } from '../states/payment-states.ts'

/**
 * Closes a wallet without balance or pending payments. Its keys stop working immediately, its history stays (rule
 * S508). Unpaid invoices are cancelled, and closed at the node; later payments to them are kept as surplus.
 */
export async function closeWallet(deps: PaymentDeps, walletId: string): Promise<void> {
  await deps.db.transact(closeWalletForGood, { walletId, at: unixSeconds(deps.clock) })
  await closeInvoicesAtNode(deps, walletId)
}

/** Closes the invoices of a closed wallet at the node, as a courtesy to late payers: the books are right either way. */
export async function closeInvoicesAtNode(deps: PaymentDeps, walletId: string): Promise<void> {
  const invoices = await deps.db.list(
    `SELECT payment_hash, source_id FROM payments WHERE wallet_id = $1 AND direction = 'in' AND failure = $2 ORDER BY seq DESC LIMIT $3`,
    [walletId, WALLET_CLOSED, MAX_CLOSED],
    (row: { payment_hash: string; source_id: bigint }) => ({ hash: row.payment_hash, sourceId: Number(row.source_id) }),
  )
  for (const { hash, sourceId } of invoices) {
    void within(NODE_MS, deps.funding.of(sourceId).closeInvoice(hash)).catch(() => undefined)
  }
}

const WALLET_CLOSED = 'The wallet was closed.'
const MAX_CLOSED = 1000
const NODE_MS = 3000

export interface CloseWallet {
  readonly walletId: string
  readonly at: number
  /** Close despite pending payments; their reserve stays until they are final. The available balance must be zero. */
  readonly force?: boolean
}

/** Later payments to them are kept as surplus. */
export async function cancelOpenInvoices(tx: Tx, walletId: string, at: number): Promise<void> {
  const cancelled = await tx.run(
    moveInvoices('close wallet', {
      where: 'wallet_id = $1',
      params: [walletId],
      set: { failure: WALLET_CLOSED, finishedAt: at, dueAt: null },
    }),
  )
  await tx.run({
    sql: `UPDATE payment_counts SET failed = failed + $2 WHERE wallet_id = $1 AND direction = 'in'`,
    params: [walletId, cancelled],
  })
}

const unspendable = (parameter: string): string =>
  `EXISTS (SELECT 1 FROM balances WHERE wallet_id = ${parameter} AND available_msat = 0)`

export const closeWalletForGood = defineCommand({
  name: 'close-wallet',
  invalidates: 'wallets',
  run: async (tx, { walletId, at, force = false }: CloseWallet) => {
    const pending = `SELECT 1 FROM payments WHERE wallet_id = $1 AND state IN (${IN_FLIGHT_STATES})`
    const mayClose = force ? unspendable('$1') : `${emptyBalanceOf('$1')} AND NOT EXISTS (${pending})`
    await tx.run({
      sql: `UPDATE wallets SET closed_at = $2, admin_key_sealed = '', invoice_key_sealed = ''
            WHERE id = $1 AND closed_at IS NULL AND ${mayClose}`,
      params: [walletId, at],
      rows: 1,
      otherwise: () =>
        badRequest('The wallet still holds a balance or a pending payment; empty it first.', {
          code: 'wallet_not_empty',
        }),
    })
    await cancelOpenInvoices(tx, walletId, at)
    await endAccess(tx, { event: 'wallet-closed', walletId })
    await tx.run(deleteShortLinksOfWallet(walletId))
  },
})
