import { type Decimal, divideFloor } from './decimal.ts'

/** 1 BTC = 10^8 satoshis. */
const SATS_PER_BTC_DIGITS = 8

/**
 * Satoshis that an amount of fiat buys at a price per BTC, floored towards minus infinity (rule P5,
 * "floored to a whole satoshi"; rule S212: −5 is floored too). Exact: 900 at 50 000 is 1 800 000.
 */
export function fiatToSatsFloor(amount: Decimal, pricePerBtc: Decimal): bigint {
  return divideFloor({ coefficient: amount.coefficient, scale: amount.scale - SATS_PER_BTC_DIGITS }, pricePerBtc)
}
