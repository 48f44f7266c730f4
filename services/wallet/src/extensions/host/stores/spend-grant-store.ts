import { reject } from '@satchel/extension-sdk/rejection'
import { type Command, defineCommand, type Reader } from '../../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../../events/audit-log.ts'

/** A row of this kind says that an extension pays nothing more from a wallet; no table can be called so. */
const ENDED = '*spend-ended'

export async function requireSpending(reader: Reader, extId: string, walletId: string): Promise<void> {
  if (await isSpendingEnded(reader, extId, walletId))
    throw reject('The owner of the wallet does not allow this extension to spend.', 403)
}

export const isSpendingEnded = async (reader: Reader, extId: string, walletId: string): Promise<boolean> =>
  (await reader.first(
    'SELECT 1 AS one FROM extension_rows WHERE ext_id = $1 AND kind = $2 AND id = $3',
    [extId, ENDED, walletId],
    (row) => row,
  )) !== undefined

/** By all items of the extension in this wallet, payouts in flight included: millisatoshis. */
export const findSpent = async (reader: Reader, extId: string, walletId: string): Promise<bigint> =>
  (await reader.first(
    `SELECT CAST(COALESCE(SUM(amount_msat + COALESCE(fee_msat, 0)), 0) AS BIGINT) AS n FROM extension_intents
     WHERE wallet_id = $1 AND ext_id = $2 AND state <> 'failed'`,
    [walletId, extId],
    (row: { n: bigint }) => row.n,
  )) ?? 0n

interface SetSpending {
  readonly extId: string
  readonly walletId: string
  readonly userId: string
  readonly active: boolean
  readonly actor: Actor
  readonly at: number
}

/** From its commit on; repeats change nothing. */
export const setSpending = defineCommand({
  name: 'set-extension-spending',
  run: async (tx, set: SetSpending): Promise<void> => {
    const { extId, walletId, userId, active, actor, at } = set
    const changed = await tx.run(
      active
        ? {
            sql: 'DELETE FROM extension_rows WHERE ext_id = $1 AND kind = $2 AND id = $3',
            params: [extId, ENDED, walletId],
          }
        : {
            sql: `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
                VALUES ($1, $2, $3, $3, $4, '{}', 1, $5, $5) ON CONFLICT (ext_id, kind, id) DO NOTHING`,
            params: [extId, ENDED, walletId, userId, at],
          },
    )
    if (changed === 0) return
    const action = active ? 'extension-spending-allowed' : 'extension-spending-ended'
    await tx.run(noteInAuditLog({ actor, action, subject: userId, detail: { extension: extId, wallet: walletId }, at }))
  },
})

export const SPEND_COMMANDS: readonly Command<never, unknown>[] = [setSpending]
