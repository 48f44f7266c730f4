import { type ErrorParts, rateLimited, type ServiceError } from '@satchel/http/service-error'
import type { HoldLimits } from '../../config/payment-policy.ts'
import type { Reader } from '../../db/database.ts'

/** The account whose payment is held, and the node that holds it. */
interface HeldFor {
  readonly walletId: string
  readonly sourceId: number
}

/** Outside payments that a node holds now. */
interface HeldCounts {
  readonly ofAccount: number
  readonly ofNode: number
}

/** One account may take this part (one quarter) of the free slots. */
const PARTS = 4

/**
 * An account may have a quarter as many payments held as are still free at the node, at least one and never more than its
 * limit. So an account without a held payment has room while several accounts hold all they can.
 */
export function isShareUsedUp({ ofAccount, ofNode }: HeldCounts, { perAccount, perNode }: HoldLimits): boolean {
  const free = perNode - ofNode
  return free < 1 || ofAccount >= Math.min(perAccount, Math.max(1, Math.floor(free / PARTS)))
}

export async function countHeld(reader: Reader, { walletId, sourceId }: HeldFor): Promise<HeldCounts> {
  const counts = await reader.first(
    `SELECT COUNT(*) AS of_node,
       COUNT(CASE WHEN w.user_id = (SELECT user_id FROM wallets WHERE id = $2) THEN 1 END) AS of_account
     FROM held_payments h JOIN payments p ON p.checking_id = h.checking_id LEFT JOIN wallets w ON w.id = p.wallet_id
     WHERE p.source_id = $1 AND p.state IN ('held', 'settling')`,
    [sourceId, walletId],
    (row: { of_node: bigint; of_account: bigint }) => ({
      ofNode: Number(row.of_node),
      ofAccount: Number(row.of_account),
    }),
  )
  return counts ?? { ofNode: 0, ofAccount: 0 }
}

/**
 * Throws 429 when the account may make no further hold invoice: its share of held payments is used up, or too
 * many of its hold invoices are not final.
 */
export async function requireRoomForHold(reader: Reader, invoice: HeldFor, limits: HoldLimits): Promise<void> {
  const [held, pending] = await Promise.all([countHeld(reader, invoice), countPending(reader, invoice, limits)])
  if (isShareUsedUp(held, limits)) {
    throw held.ofAccount === 0
      ? tooMany('Too many payments are held at the Lightning node; try again later.', { code: 'too_many_held' })
      : tooMany(`Too many payments are held for this account (${held.ofAccount}); settle or cancel some.`, {
          code: 'too_many_held_of_account',
          params: { count: held.ofAccount },
        })
  }
  if (pending >= limits.invoicesPerAccount) {
    throw tooMany(`Too many hold invoices of this account are not final (${pending}); settle or cancel some.`, {
      code: 'too_many_hold_invoices',
      params: { count: pending },
    })
  }
}

/** Counts no further than the limit: more rows may exist from before it was lowered. */
const countPending = async (
  reader: Reader,
  { walletId }: HeldFor,
  { invoicesPerAccount }: HoldLimits,
): Promise<number> =>
  (await reader.first(
    `SELECT COUNT(*) AS pending FROM (
       SELECT 1 FROM wallets w JOIN payments p ON p.wallet_id = w.id AND p.hold <> '' AND p.status = 'pending'
       WHERE w.user_id = (SELECT user_id FROM wallets WHERE id = $1) LIMIT $2) AS found`,
    [walletId, invoicesPerAccount],
    (row: { pending: bigint }) => Number(row.pending),
  )) ?? 0

const RETRY_SECONDS = 60

const tooMany = (detail: string, more: ErrorParts): ServiceError =>
  rateLimited(detail, { ...more, headers: { 'Retry-After': String(RETRY_SECONDS) } })
