import { type Change, type Command, defineCommand } from '../../../db/database.ts'
import { insertJob } from './commit-run.ts'

/** Fixes the invoice to be paid. False: another one was fixed before, or the intent has ended. */
export const chooseIntentInvoice = defineCommand({
  name: 'choose-intent-invoice',
  run: async (tx, { id, bolt11, moved }: ChosenInvoice): Promise<boolean> => {
    const sql = `UPDATE extension_intents SET bolt11 = $2 WHERE id = $1 AND bolt11 IS NULL AND due_at IS NOT NULL`
    if ((await tx.run({ sql, params: [id, bolt11] })) === 0) return false
    if (moved !== undefined) {
      await tx.run({
        sql: `INSERT INTO extension_invoices (checking_id, payment_hash, ext_id, item_id, wallet_id, kind, data, expires_at)
              VALUES ($1, $2, $3, $4, $5, 'moved', 'null', $6)`,
        params: [moved.checkingId, moved.paymentHash, moved.extId, moved.itemId, moved.walletId, moved.expiresAt],
        rows: 1,
      })
    }
    return true
  },
})

export interface ChosenInvoice {
  readonly id: string
  readonly bolt11: string
  /** Set if the invoice was made here for this intent: handlers ignore its payment. */
  readonly moved:
    | {
        readonly checkingId: string
        readonly paymentHash: string
        readonly extId: string
        readonly itemId: string
        readonly walletId: string
        readonly expiresAt: number
      }
    | undefined
}

export type ResolvedIntent = IntentEnd & {
  readonly id: string
  readonly extId: string
  readonly userId: string
  readonly at: number
  /** It was rejected before a payment was made: it ends only under this lease, and while it has no payment. */
  readonly rejectedUnder?: HeldLease | undefined
}

export interface HeldLease {
  /** Its end, Unix milliseconds. */
  readonly dueAt: number
  /** A session. */
  readonly by: string
}

export type IntentEnd =
  | { readonly state: 'paid'; readonly feeMsat: bigint; readonly failure: null }
  | { readonly state: 'failed'; readonly feeMsat: null; readonly failure: string }

/** Ends the intent, once, and notifies its extension. */
export const resolveIntent = defineCommand({
  name: 'resolve-intent',
  run: async (tx, input: ResolvedIntent): Promise<boolean> => {
    const { id, extId, userId, state, feeMsat, failure, at, rejectedUnder: lease } = input
    const onlyUnder =
      'AND due_at = $6 AND leased_by = $7 AND NOT EXISTS (SELECT 1 FROM payments WHERE checking_id = $1)'
    const changed = await tx.run({
      sql: `UPDATE extension_intents SET state = $2, fee_msat = $3, failure = $4, resolved_at = $5, due_at = NULL,
              leased_by = NULL
            WHERE id = $1 AND due_at IS NOT NULL ${lease === undefined ? '' : onlyUnder}`,
      params: [id, state, feeMsat, failure, at, ...(lease === undefined ? [] : [lease.dueAt, lease.by])],
    })
    if (changed === 0) return false
    await tx.run(insertJob(extId, { kind: 'resolved', reference: id, payload: '', account: userId }, at * 1000))
    return true
  },
})

/** Made with the payment of an intent: one that has ended is not paid. */
export const beginIntent = (id: string): Change => ({
  sql: `UPDATE extension_intents SET state = 'attempted' WHERE id = $1 AND due_at IS NOT NULL`,
  params: [id],
  rows: 1,
})

export const INTENT_COMMANDS: readonly Command<never, unknown>[] = [chooseIntentInvoice, resolveIntent]
