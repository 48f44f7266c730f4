import { badRequest, ServiceError } from '@satchel/http/service-error'
import { type Msat, msatToSatCeil } from '@satchel/money/units'
import type { Reader } from '../../db/database.ts'
import { findAvailable } from '../../ledger/ledger.ts'

/**
 * Adds what a rejected send lacks: part of its amount, or only the fee reserve, in which case a slightly lower amount
 * works. The detail and all other errors stay unchanged.
 */
export async function withFeeReserve(
  reader: Reader,
  {
    walletId,
    amountMsat,
    feeLimitMsat,
  }: { readonly walletId: string; readonly amountMsat: Msat; readonly feeLimitMsat: Msat },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ServiceError) || error.code !== 'insufficient_balance') return error
  const amount_sat = Number(msatToSatCeil(amountMsat))
  const fee_reserve_sat = Number(msatToSatCeil(feeLimitMsat))
  const coversAmount = (await findAvailable(reader, walletId)) >= amountMsat
  return coversAmount
    ? badRequest(error.detail, { code: 'fee_reserve_missing', params: { amount_sat, fee_reserve_sat } })
    : badRequest(error.detail, { code: 'insufficient_balance', params: { amount_sat, fee_reserve_sat } })
}
