import { reject } from '@satchel/extension-sdk/rejection'
import { SPEND_ENDED } from '../../../access/endings.ts'
import { requireNotEnded, type ShownCredential } from '../../../access/shown-credential.ts'
import { type Change, type Command, defineCommand, type Reader } from '../../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../../events/audit-log.ts'
import { raiseLock } from './raise-lock.ts'

export async function requireSpending(reader: Reader, extId: string, walletId: string): Promise<void> {
  if (await isSpendingEnded(reader, extId, walletId))
    throw reject('The owner of the wallet does not allow this app to spend.', 403)
}

export const isSpendingEnded = async (reader: Reader, extId: string, walletId: string): Promise<boolean> =>
  (await reader.first(
    'SELECT 1 AS one FROM extension_rows WHERE ext_id = $1 AND kind = $2 AND id = $3',
    [extId, SPEND_ENDED, walletId],
    (row) => row,
  )) !== undefined

/** The amount that a wallet's owner lets a package spend; the fields of its items limit a built-in. */
export interface SpendBudget {
  readonly budgetSat: number
  readonly period: BudgetPeriod
  /** Limit of one payment; null = the whole budget. */
  readonly maxSat: number | null
}

export const BUDGET_SECONDS = { day: 86_400, week: 604_800, month: 2_592_000 } as const
export type BudgetPeriod = keyof typeof BUDGET_SECONDS

/** A row of this kind holds the budget of a package; no table can have this name. */
const BUDGET = '*spend-budget'

/** Undefined: the owner has set none, and the package cannot spend. */
export async function findBudget(reader: Reader, extId: string, walletId: string): Promise<SpendBudget | undefined> {
  const sql = 'SELECT data FROM extension_rows WHERE ext_id = $1 AND kind = $2 AND id = $3'
  const data = await reader.first(sql, [extId, BUDGET, walletId], (row: { data: string }) => row.data)
  return data === undefined ? undefined : (JSON.parse(data) as SpendBudget)
}

/** The sum spent since a time, with maximum fees for pending payouts; millisatoshis. */
export const findSpentSince = async (
  reader: Reader,
  { extId, walletId, since }: { readonly extId: string; readonly walletId: string; readonly since: number },
): Promise<bigint> =>
  (await reader.first(
    `SELECT CAST(COALESCE(SUM(amount_msat + COALESCE(fee_msat, max_fee_msat, 0)), 0) AS BIGINT) AS n
     FROM extension_intents WHERE wallet_id = $1 AND ext_id = $2 AND state <> 'failed' AND created_at >= $3`,
    [walletId, extId, since],
    (row: { n: bigint }) => row.n,
  )) ?? 0n

/** Runs that spend from a wallet under a budget lock this name: of two that would exceed it, one runs again. */
export const budgetLock = (walletId: string): string => `*spend ${walletId}`

/** The sum spent by all items of the extension in this wallet, payouts in flight included; millisatoshis. */
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
  /** The budget of a package; undefined = unchanged. */
  readonly budget?: SpendBudget | undefined
  /** Undefined: nothing is granted. */
  readonly shown: ShownCredential | undefined
  readonly actor: Actor
  readonly at: number
}

/** Effective from its commit; idempotent. */
export const setSpending = defineCommand({
  name: 'set-extension-spending',
  run: async (tx, set: SetSpending): Promise<void> => {
    const { extId, walletId, userId, active, budget, shown, actor, at } = set
    if (shown !== undefined) await requireNotEnded(tx, shown)
    await tx.run(raiseLock(extId, budgetLock(walletId)))
    if (budget !== undefined) await tx.run(setBudget(set, JSON.stringify(budget)))
    const changed = await tx.run(
      active
        ? {
            sql: 'DELETE FROM extension_rows WHERE ext_id = $1 AND kind = $2 AND id = $3',
            params: [extId, SPEND_ENDED, walletId],
          }
        : {
            sql: `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
                VALUES ($1, $2, $3, $3, $4, '{}', 1, $5, $5) ON CONFLICT (ext_id, kind, id) DO NOTHING`,
            params: [extId, SPEND_ENDED, walletId, userId, at],
          },
    )
    if (changed === 0 && budget === undefined) return
    const action = active ? 'extension-spending-allowed' : 'extension-spending-ended'
    await tx.run(
      noteInAuditLog({
        actor,
        action,
        subject: userId,
        detail: { extension: extId, wallet: walletId, ...toDetail(budget) },
        at,
      }),
    )
  },
})

const toDetail = (budget: SpendBudget | undefined) =>
  budget === undefined ? {} : { ...budget, maxSat: budget.maxSat ?? budget.budgetSat }

const setBudget = ({ extId, walletId, userId, at }: SetSpending, data: string): Change => ({
  sql: `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
        VALUES ($1, $2, $3, $3, $4, $5, 1, $6, $6)
        ON CONFLICT (ext_id, kind, id) DO UPDATE SET data = $5, updated_at = $6`,
  params: [extId, BUDGET, walletId, userId, data, at],
})

export const SPEND_COMMANDS: readonly Command<never, unknown>[] = [setSpending]
