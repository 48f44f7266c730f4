import { badRequest } from '@satchel/http/service-error'
import { MAX_MSAT, type Msat, msatToSatFloor } from '@satchel/money/units'
import { findAvailable } from '../../ledger/ledger.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'

/**
 * Rejects an amount that would take a wallet above the operator's limit, if one is set. A soft limit: concurrent
 * payments may each find room, and receipts at the node are always credited.
 */
export async function requireRoomInWallet(
  { db, policy }: Pick<PaymentDeps, 'db' | 'policy'>,
  walletId: string,
  amountMsat: Msat,
): Promise<void> {
  const { maxBalanceMsat } = policy
  if (maxBalanceMsat >= MAX_MSAT) return
  if ((await findAvailable(db, walletId)) + amountMsat > maxBalanceMsat) {
    throw badRequest('The receiving wallet would exceed its maximum balance.', {
      code: 'wallet_full',
      params: { max_sat: Number(msatToSatFloor(maxBalanceMsat)) },
    })
  }
}
