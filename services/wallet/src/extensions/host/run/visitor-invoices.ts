import { reject } from '@satchel/extension-sdk/rejection'
import { isPayoutAddress } from '@satchel/http/inside-door'
import type { MinuteQuota } from './minute-quota.ts'
import type { RunParts } from './run-parts.ts'

/**
 * A few addresses must not use up the limit that all visitors of an item share (rule X20). An address with fewer than
 * `toAddress` invoices a minute, or fewer than `unpaidToAddress` unpaid ones, is served up to `timesOfItem` times the
 * item's limit.
 */
const RESERVED = { toAddress: 3, unpaidToAddress: 5, timesOfItem: 10 }
const TOO_FAST = 'Too many invoices in a short time; try again in a minute.'
const TOO_MANY = 'Too many unpaid invoices are open here; try again later.'

export interface VisitorInvoices {
  /** Throws 429 when the limit is reached. */
  require(itemId: string): Promise<void>
  /** Records a new invoice. */
  note(itemId: string, checkingId: string, expiresAt: number): void
}

export function openVisitorInvoices(parts: RunParts, quota: MinuteQuota): VisitorInvoices {
  const { trigger, extension, deps } = parts
  if (trigger.by !== 'visitor' || isPayoutAddress(trigger.address))
    return { require: async () => undefined, note: () => undefined }
  const { address } = trigger
  const { invoices, unpaid } = deps.visitors
  const requireUnpaid = async (itemId: string, noted: readonly string[]): Promise<void> => {
    const ofItem = await countOpenInvoices(parts, itemId)
    const isFull = ofItem >= unpaid.perItem
    const max = isFull ? Math.min(RESERVED.unpaidToAddress, unpaid.perAddress) : unpaid.perAddress
    if (ofItem >= RESERVED.timesOfItem * unpaid.perItem || (isFull && !deps.throttled)) throw reject(TOO_MANY, 429)
    if (noted.length >= max && (await countOpenInvoices(parts, itemId, noted)) >= max) throw reject(TOO_MANY, 429)
  }
  const nameOf = (itemId: string): string => `invoices of ${extension.manifest.id} ${itemId}`
  return {
    async require(itemId) {
      const name = nameOf(itemId)
      const ofAddress = `${name} to ${address}`
      quota.take(`invoices to ${address}`, invoices.perAddress, TOO_FAST)
      const isFew = quota.count(ofAddress) < RESERVED.toAddress
      quota.take(ofAddress, invoices.perItemAndAddress, TOO_FAST)
      quota.take(name, isFew ? RESERVED.timesOfItem * invoices.perItem : invoices.perItem, TOO_FAST)
      await requireUnpaid(itemId, quota.noted(ofAddress))
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
