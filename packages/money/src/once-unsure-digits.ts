/**
 * Until version 0.14 `Intl` of the Node that ran said how many digits a currency has. For these codes one of the Nodes that
 * were supported then said something else than ISO 4217 or than another of them.
 */
const CODES = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK MRO PKR RSD SLL SOS STD SYP YER ZMK'.split(' '))

/** True: what older versions stored in the smallest unit of this currency may have been counted in another unit. */
export const hadUnsureDigits = (currency: string): boolean => CODES.has(currency)
