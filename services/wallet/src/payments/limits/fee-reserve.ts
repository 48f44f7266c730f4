import { type Msat, partsPerMillionCeil } from '@satchel/money/units'
import type { FeePolicy } from '../../config/payment-policy.ts'

/** The reserve for routing fees, which is also the node's fee limit. Internal payments are free. */
export const feeReserveOf = (amount: Msat, { leastMsat, partsPerMillion }: FeePolicy): Msat => {
  const share = partsPerMillionCeil(amount, partsPerMillion)
  return share > leastMsat ? share : leastMsat
}
