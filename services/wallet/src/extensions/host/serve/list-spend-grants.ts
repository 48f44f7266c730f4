import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { ExtensionHost } from '../extension-host.ts'
import {
  BUDGET_SECONDS,
  findBudget,
  findSpent,
  findSpentSince,
  isSpendingEnded,
  type SpendBudget,
} from '../stores/spend-grant-store.ts'
import { listRows, type StoredRow } from '../stores/stored-row.ts'
import { canSpend } from './can-spend.ts'

/** The amount that an extension may spend from a wallet, by the items of its owner there. */
export interface SpendGrant {
  readonly extId: string
  readonly name: string
  /** False: the owner has revoked it; payouts promised before are still paid. */
  readonly active: boolean
  readonly items: number
  /** Satoshis that the items may spend from now on, routing fees not counted. Receipts may be forwarded in addition. */
  readonly ceilingSat: number
  readonly forwards: boolean
  /** So far, fees and payouts in flight included. */
  readonly spentMsat: bigint
  /** Budget of a package; null = a built-in, or not set yet. */
  readonly budget: (SpendBudget & { readonly leftSat: number }) | null
  readonly needsBudget: boolean
}

/** Every extension that may pay and has items in this wallet, or whose spending the account has set to nothing. */
export async function listSpendGrants(
  host: ExtensionHost,
  extensions: readonly AnyExtension[],
  wallet: { readonly walletId: string; readonly userId: string },
): Promise<SpendGrant[]> {
  const spenders = extensions.filter(canSpend)
  const grants = await Promise.all(spenders.map((extension) => toGrant(host, extension, wallet)))
  return grants.filter(({ items, active, needsBudget }) => items > 0 || (!active && !needsBudget))
}

const MAX_ITEMS = 1000

async function toGrant(
  host: ExtensionHost,
  extension: AnyExtension,
  { walletId, userId }: { readonly walletId: string; readonly userId: string },
): Promise<SpendGrant> {
  const { db } = host.deps
  const { id: extId, name, permissions } = extension.manifest
  const sight = { of: 'user', userId } as const
  const rows = await listRows(db, { extId, kind: 'items', sight, walletId, limit: MAX_ITEMS })
  const needsBudget = host.deps.needsBudget(extId)
  const budget = needsBudget ? await readBudget(host, extId, walletId) : null
  return {
    extId,
    name,
    budget,
    needsBudget,
    active: !(await isSpendingEnded(db, extId, walletId)) && (budget !== null || !needsBudget),
    items: rows.length,
    ceilingSat: needsBudget ? (budget?.leftSat ?? 0) : await sumCeilings(host, extension, { rows, userId, walletId }),
    forwards: permissions.some(({ id }) => id === 'incoming.read'),
    spentMsat: await findSpent(db, extId, walletId),
  }
}

interface Granting {
  readonly rows: readonly StoredRow[]
  readonly userId: string
  readonly walletId: string
}

async function sumCeilings(
  host: ExtensionHost,
  extension: AnyExtension,
  { rows, ...owner }: Granting,
): Promise<number> {
  const ceilings = await host.run(extension, { trigger: { by: 'owner', ...owner } }, async (_ctx, run) =>
    Promise.all(
      rows.map(async (row) => Math.max(0, (await extension.spendCeiling?.(run.rows.valuesOf(row) as never)) ?? 0)),
    ),
  )
  return Math.min(
    Number.MAX_SAFE_INTEGER,
    ceilings.reduce((sum, ceiling) => sum + ceiling, 0),
  )
}

async function readBudget({ deps }: ExtensionHost, extId: string, walletId: string): Promise<SpendGrant['budget']> {
  const { db, clock } = deps
  const budget = await findBudget(db, extId, walletId)
  if (budget === undefined) return null
  const since = Math.floor(clock() / 1000) - BUDGET_SECONDS[budget.period]
  const left = BigInt(budget.budgetSat) - (await findSpentSince(db, { extId, walletId, since })) / 1000n
  return { ...budget, leftSat: left > 0n ? Number(left) : 0 }
}
