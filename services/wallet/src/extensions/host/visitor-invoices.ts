import { refuse } from '@satchel/extension-sdk/refusal'
import type { MinuteQuota } from './minute-quota.ts'
import type { RunParts } from './run-parts.ts'

/**
 * What visitors may have made (extensions.md B0). Of one item: 30 invoices a minute, 10 of them to one address, and 100
 * that are unpaid, of which one address has at most 40: nobody alone keeps a till from selling. All items together: 60 a
 * minute to one address, which a shop with several tills shares.
 */
const MOST = { ofItem: 30, ofItemToAddress: 10, toAddress: 60, unpaid: 100, unpaidToAddress: 40 }
const TOO_FAST = 'Too many invoices in a short time; try again in a minute.'
const TOO_MANY = 'Too many unpaid invoices are open here; try again later.'

export interface VisitorInvoices {
  /** Throws 429 when it would be one too many. */
  require(itemId: string): Promise<void>
  /** It was made. */
  note(itemId: string, checkingId: string, expiresAt: number): void
}

export function openVisitorInvoices(parts: RunParts, quota: MinuteQuota): VisitorInvoices {
  const { trigger, extension } = parts
  if (trigger.by !== 'visitor') return { require: async () => undefined, note: () => undefined }
  const { address } = trigger
  const nameOf = (itemId: string): string => `invoices of ${extension.manifest.id} ${itemId}`
  return {
    async require(itemId) {
      quota.take(`invoices to ${address}`, MOST.toAddress, TOO_FAST)
      quota.take(`${nameOf(itemId)} to ${address}`, MOST.ofItemToAddress, TOO_FAST)
      quota.take(nameOf(itemId), MOST.ofItem, TOO_FAST)
      if ((await countOpenInvoices(parts, itemId)) >= MOST.unpaid) throw refuse(TOO_MANY, 429)
      const theirs = quota.noted(`${nameOf(itemId)} to ${address}`)
      if (theirs.length < MOST.unpaidToAddress) return
      if ((await countOpenInvoices(parts, itemId, theirs)) >= MOST.unpaidToAddress) throw refuse(TOO_MANY, 429)
    },
    note: (itemId, checkingId, expiresAt) =>
      quota.note(`${nameOf(itemId)} to ${address}`, checkingId, expiresAt * 1000),
  }
}

/** Unpaid and not expired; `among`: checking ids. */
export async function countOpenInvoices(
  { deps, extension, at }: RunParts,
  itemId: string,
  among?: readonly string[],
): Promise<number> {
  const own = (among ?? []).map((_, index) => `$${index + 4}`).join(', ')
  return (
    (await deps.db.first(
      `SELECT count(*) AS n FROM extension_invoices i WHERE ext_id = $1 AND item_id = $2 AND expires_at > $3
       ${among === undefined ? '' : `AND checking_id IN (${own})`}
       AND EXISTS (SELECT 1 FROM payments p WHERE p.checking_id = i.checking_id AND p.status = 'pending')`,
      [extension.manifest.id, itemId, at, ...(among ?? [])],
      (row: { n: bigint }) => Number(row.n),
    )) ?? 0
  )
}
