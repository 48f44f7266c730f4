import { decimalOf } from './decimal.ts'

/**
 * Digits behind the point, as ISO 4217 has them (`iso-4217.ts` says of which date), for codes that do not have two. `Intl`
 * has other digits for some codes, and other ones in other releases of Node and of browsers.
 */
export const NOT_TWO_DIGITS: ReadonlyMap<string, number> = new Map([
  ...listed(0, 'SAT BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...listed(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...listed(4, 'CLF UYW'),
])

function listed(digits: number, codes: string): (readonly [code: string, digits: number])[] {
  return codes.split(' ').map((code) => [code, digits])
}

/** How many digits behind the point amounts of a currency have: none of `sat`, two of EUR. */
export const minorDigits = (currency: string): number => NOT_TWO_DIGITS.get(currency.toUpperCase()) ?? 2

/** False: 12.345 EUR. A stored amount may have more digits than its currency has now; only new ones are checked. */
export const hasMinorDigits = (amount: number, currency: string): boolean =>
  decimalOf(amount).scale <= minorDigits(currency)
