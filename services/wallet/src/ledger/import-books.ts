import type { Change } from '../db/database.ts'
import { insertRow } from '../db/many-rows.ts'
import { available, reserved } from './ledger.ts'

/**
 * The past of a wallet that is imported from another service: postings with their original times, and the balance set
 * once. Replaying a valid past by another clock could dip below zero. The audit in the same transaction checks the
 * sums.
 */
export interface PastMovement {
  /** The payment, or the adjustment. */
  readonly reference: string
  /** Unix seconds. */
  readonly at: number
  readonly wallet: string
  readonly amountMsat: bigint
}

/** A receipt: at the node, or only claimed by the other service (`adjustments`). */
export const pastReceipt = (movement: PastMovement, from: 'node' | 'adjustments'): Change =>
  posting(movement, from, available(movement.wallet), 'receive')

/** A send, its fee included: from the node, or only claimed by the other service. */
export const pastSend = (movement: PastMovement, to: 'node' | 'adjustments'): Change =>
  posting(movement, available(movement.wallet), to, 'send')

/** One wallet paid another, or itself; `reference` is the payer's payment. */
export const pastTransfer = (movement: PastMovement, payee: string): Change[] => [
  posting(movement, available(movement.wallet), 'clearing', 'internal'),
  posting(movement, 'clearing', available(payee), 'internal'),
]

/** Still in flight: amount and most of its fee are set aside. */
export const pastReserve = (movement: PastMovement): Change =>
  posting(movement, available(movement.wallet), reserved(movement.wallet), 'reserve')

/** A correction, up or down, with its row. */
export const pastAdjustment = ({ reference, at, wallet, amountMsat }: PastMovement, madeBy: string): Change[] => [
  { ...INSERT_ADJUSTMENT, params: [reference, wallet, amountMsat, madeBy, at], rows: 1 },
  amountMsat > 0n
    ? posting({ reference, at, wallet, amountMsat }, 'adjustments', available(wallet), 'adjust')
    : posting({ reference, at, wallet, amountMsat: -amountMsat }, available(wallet), 'adjustments', 'adjust'),
]

/** The balance that the past leaves. */
export const openPastBalance = (wallet: string, availableMsat: bigint, reservedMsat: bigint): Change => ({
  ...INSERT_BALANCE,
  params: [wallet, availableMsat, reservedMsat],
  rows: 1,
})

/** The imported past moves the books but not the node: lowers the node's stored initial balance by this amount. */
export const movePastBeginning = (movedMsat: bigint): Change => ({
  sql: `UPDATE settings SET value = CAST(CAST(value AS BIGINT) - $1 AS TEXT) WHERE name = 'node-beginning'`,
  params: [movedMsat],
})

const posting = ({ reference, at, amountMsat }: PastMovement, from: string, to: string, kind: string): Change => ({
  ...INSERT_POSTING,
  params: [from, to, amountMsat, kind, reference, at],
  rows: 1,
})

const INSERT_POSTING = insertRow('postings', {
  from_account: 'text',
  to_account: 'text',
  amount_msat: 'bigint',
  kind: 'text',
  reference: 'text',
  at: 'bigint',
})

const INSERT_ADJUSTMENT = insertRow('adjustments', {
  id: 'text',
  wallet_id: 'text',
  amount_msat: 'bigint',
  made_by: 'text',
  at: 'bigint',
})

const INSERT_BALANCE = insertRow('balances', { wallet_id: 'text', available_msat: 'bigint', reserved_msat: 'bigint' })
