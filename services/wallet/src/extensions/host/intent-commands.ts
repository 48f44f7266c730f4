import { type Command, defineCommand } from '../../db/database.ts'
import { insertJob } from './commit-run.ts'

/** From now on this invoice is paid and no other. False: another one was chosen already. */
export const chooseIntentInvoice = defineCommand(
  'choose-intent-invoice',
  async (tx, { id, bolt11, moved }: ChosenInvoice): Promise<boolean> => {
    const sql = `UPDATE extension_intents SET bolt11 = $2 WHERE id = $1 AND bolt11 IS NULL`
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
)

export interface ChosenInvoice {
  readonly id: string
  readonly bolt11: string
  /** Set when it is an invoice of ours, made for this: nobody acts on its payment. */
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

/** Not final yet: when to look again, Unix milliseconds. */
export const postponeIntent = defineCommand(
  'postpone-intent',
  (tx, { id, state, dueAt }: { id: string; state: 'reserved' | 'attempted'; dueAt: number }) =>
    tx.run({
      sql: 'UPDATE extension_intents SET state = $2, due_at = $3 WHERE id = $1 AND due_at IS NOT NULL',
      params: [id, state, dueAt],
    }),
)

export interface ResolvedIntent {
  readonly id: string
  readonly extId: string
  readonly userId: string
  readonly state: 'paid' | 'failed'
  readonly feeMsat: bigint | null
  readonly failure: string | null
  readonly at: number
}

/** Final, once; its extension is told. */
export const resolveIntent = defineCommand(
  'resolve-intent',
  async (tx, { id, extId, userId, state, feeMsat, failure, at }: ResolvedIntent): Promise<boolean> => {
    const changed = await tx.run({
      sql: `UPDATE extension_intents SET state = $2, fee_msat = $3, failure = $4, resolved_at = $5, due_at = NULL
            WHERE id = $1 AND due_at IS NOT NULL`,
      params: [id, state, feeMsat, failure, at],
    })
    if (changed === 0) return false
    await tx.run(insertJob(extId, { kind: 'resolved', reference: id, payload: '', account: userId }, at * 1000))
    return true
  },
)

export const INTENT_COMMANDS: readonly Command<never, unknown>[] = [chooseIntentInvoice, postponeIntent, resolveIntent]
