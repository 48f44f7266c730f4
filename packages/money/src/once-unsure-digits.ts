/**
 * Until version 0.14 the `Intl` of the running Node decided the decimal places of a currency. For these codes one of
 * the supported Nodes differed from ISO 4217 or from another of them.
 */
const CODES = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK MRO PKR RSD SLL SOS STD SYP YER ZMK'.split(' '))

/** True: what older versions stored in the smallest unit of this currency may have been counted in another unit. */
export const hadUnsureDigits = (currency: string): boolean => CODES.has(currency)
