import { type Msat, msatToSatFloor, satToMsat } from '@satchel/money/units'

/** For nodes that accept only whole satoshis; undefined when there is a remainder. */
export function wholeSats(amountMsat: Msat): string | undefined {
  const amount = msatToSatFloor(amountMsat)
  return satToMsat(amount) === amountMsat ? String(amount) : undefined
}
