import { decimalOf } from './decimal.ts'

/**
 * Decimal places, as in ISO 4217 (`iso-4217.ts` has its date), for codes that do not have two. `Intl` has other digits
 * for some codes, and they vary by release of Node and of browsers.
 */
export const NOT_TWO_DIGITS: ReadonlyMap<string, number> = new Map([
  ...listed(0, 'SAT BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...listed(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...listed(4, 'CLF UYW'),
])

function listed(digits: number, codes: string): (readonly [code: string, digits: number])[] {
  return codes.split(' ').map((code) => [code, digits])
}

/** The decimal places of a currency: none for `sat`, two for EUR. */
export const minorDigits = (currency: string): number => NOT_TWO_DIGITS.get(currency.toUpperCase()) ?? 2

/** False: 12.345 EUR. A stored amount may have more digits than its currency has now; only new ones are checked. */
export const hasMinorDigits = (amount: number, currency: string): boolean =>
  decimalOf(amount).scale <= minorDigits(currency)
