import { type Msat, msatToSatFloor, satToMsat } from '@satchel/money/units'

/** For nodes that know whole satoshis only; undefined where there is a rest. */
export function wholeSats(amountMsat: Msat): string | undefined {
  const amount = msatToSatFloor(amountMsat)
  return satToMsat(amount) === amountMsat ? String(amount) : undefined
}
