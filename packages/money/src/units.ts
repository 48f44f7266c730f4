declare const unit: unique symbol

/** Thousandths of a satoshi: the unit of the ledger. */
export type Msat = bigint & { readonly [unit]: 'msat' }
/** Satoshis: the unit for people. */
export type Sat = bigint & { readonly [unit]: 'sat' }

const MSAT_PER_SAT = 1000n
/** The largest amount whose msat a JSON number still holds exactly (rule A35): about 90 071 BTC. */
export const MAX_SAT = 9_007_199_254_740n as Sat
export const MAX_MSAT = (MAX_SAT * MSAT_PER_SAT) as Msat

export const msat = (amount: bigint | number): Msat => BigInt(amount) as Msat
export const sat = (amount: bigint | number): Sat => BigInt(amount) as Sat

export const satToMsat = (amount: Sat): Msat => (amount * MSAT_PER_SAT) as Msat

/** A receipt or balance in whole satoshis: the owner of 1999 msat can show, and spend, 1 sat. */
export const msatToSatFloor = (amount: Msat): Sat => {
  const whole = amount / MSAT_PER_SAT
  return (amount < 0n && whole * MSAT_PER_SAT !== amount ? whole - 1n : whole) as Sat
}

/** The amount of a payment row (rule S302): rounded towards zero, in both directions. */
export const msatToSatTowardsZero = (amount: Msat): Sat => (amount / MSAT_PER_SAT) as Sat

/** The balance needed for a payment: 1001 msat need 2 sat. */
export const msatToSatCeil = (amount: Msat): Sat => {
  const whole = amount / MSAT_PER_SAT
  return (amount > 0n && whole * MSAT_PER_SAT !== amount ? whole + 1n : whole) as Sat
}

/** The only conversion to JSON; throws for amounts that a JSON number would round. */
export function toJson(amount: Msat | Sat): number {
  const number = Number(amount)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${amount} does not fit a JSON number`)
  return number
}

/** A fee of `partsPerMillion` of the amount, rounded up to the msat (rule A39). */
export const partsPerMillionCeil = (amount: Msat, partsPerMillion: number): Msat =>
  ((amount * BigInt(partsPerMillion) + 999_999n) / 1_000_000n) as Msat
