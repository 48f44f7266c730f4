import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { canSpend } from './can-spend.ts'
import type { ExtensionHost } from '../extension-host.ts'
import { findSpent, isSpendingEnded } from '../stores/spend-grant-store.ts'
import { listRows } from '../stores/stored-row.ts'

/** What an extension may take from a wallet, by the items its owner has made there. */
export interface SpendGrant {
  readonly extId: string
  readonly name: string
  /** False: its owner has ended it; what was promised before is still paid. */
  readonly active: boolean
  readonly items: number
  /** Satoshis that the items may spend from now on, routing fees not counted. What arrives may be forwarded besides. */
  readonly ceilingSat: number
  readonly forwards: boolean
  /** So far, fees and payouts in flight included. */
  readonly spentMsat: bigint
}

/** Every extension that may pay and has items in this wallet, or whose spending the account has set to nothing. */
export async function listSpendGrants(
  host: ExtensionHost,
  extensions: readonly AnyExtension[],
  wallet: { readonly walletId: string; readonly userId: string },
): Promise<SpendGrant[]> {
  const spenders = extensions.filter(canSpend)
  const grants = await Promise.all(spenders.map((extension) => toGrant(host, extension, wallet)))
  return grants.filter(({ items, active }) => items > 0 || !active)
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
  const ceilings = await host.run(extension, { trigger: { by: 'owner', userId, walletId } }, async (_ctx, run) =>
    Promise.all(
      rows.map(async (row) => Math.max(0, (await extension.spendCeiling?.(run.rows.valuesOf(row) as never)) ?? 0)),
    ),
  )
  return {
    extId,
    name,
    active: !(await isSpendingEnded(db, extId, walletId)),
    items: rows.length,
    ceilingSat: Math.min(
      Number.MAX_SAFE_INTEGER,
      ceilings.reduce((sum, ceiling) => sum + ceiling, 0),
    ),
    forwards: permissions.some(({ id }) => id === 'incoming.read'),
    spentMsat: await findSpent(db, extId, walletId),
  }
}
