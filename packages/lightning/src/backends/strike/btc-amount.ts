import { type Msat, msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'

/** An amount in any currency, as a decimal. */
export const Amount = Type.Object({
  amount: Type.String({ pattern: '^\\d{1,8}(\\.\\d{1,20})?$' }),
  currency: Type.String(),
})
export type Amount = Static<typeof Amount>

/** Rounds up to whole millisatoshis, so that a fraction is never a gain. Undefined = not bitcoin. */
export function btcToMsatCeil({ amount, currency }: Amount): Msat | undefined {
  if (currency !== 'BTC') return undefined
  const [whole = '0', fraction = ''] = amount.split('.')
  const rest = /[1-9]/.test(fraction.slice(DECIMALS)) ? 1n : 0n
  return msat(BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')) + rest)
}

/** Decimal places of a millisatoshi in a bitcoin. */
const DECIMALS = 11
/** Decimal places of a satoshi in a bitcoin: Strike's unit. */
const USUAL_DECIMALS = 8

export function toBtc(amountMsat: Msat): Amount {
  const digits = String(amountMsat).padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS)
  const cut = fraction.slice(USUAL_DECIMALS) === '000' ? fraction.slice(0, USUAL_DECIMALS) : fraction
  return { amount: `${digits.slice(0, -DECIMALS)}.${cut}`, currency: 'BTC' }
}
