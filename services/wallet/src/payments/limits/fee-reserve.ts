import { type Msat, partsPerMillionCeil } from '@satchel/money/units'
import type { FeePolicy } from '../../config.ts'

/** What is set aside for routing, and the most the node may spend on it. Payments inside cost nothing. */
export const feeReserveOf = (amount: Msat, { leastMsat, partsPerMillion }: FeePolicy): Msat => {
  const share = partsPerMillionCeil(amount, partsPerMillion)
  return share > leastMsat ? share : leastMsat
}
