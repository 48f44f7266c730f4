import { isolatedHere, t } from '../language/language.ts'
import { isOfAnyAmount, type Signed } from '../money/is-incoming.ts'
import {
  formatFiat,
  formatPrice,
  formatSignedSat,
  formatWorth,
  type Msat,
  msatOf,
  msatToSat,
  type Rate,
  toFiat,
  unitName,
} from '../money/money.ts'

/** `1,234 sat`. */
export const satText = (amount: Msat): string => formatPrice(String(msatToSat(amount)), 'sat')

/** `1,234.567 sat`: with millisatoshis. */
export function preciseSatText(amount: Msat): string {
  const [whole, fraction] = [amount / 1000n, amount % 1000n]
  if (fraction === 0n) return satText(amount)
  return formatPrice(`${whole}.${String(fraction).padStart(3, '0')}`, 'sat')
}

/** `≈ €5.50` without a line break. */
export const aboutText = (text: string): string => `≈\u{a0}${text}`

/** The current value, approximate; undefined: no rate. */
export const fiatText = (amount: Msat, rate: Rate | undefined): string | undefined =>
  rate === undefined ? undefined : aboutText(formatFiat(toFiat(amount, rate), rate.currency))

/** With `+` or `−` for incoming or outgoing. */
export const signedSatText = (amount: Msat): string => `${isolatedHere(formatSignedSat(amount))} ${unitName('sat')}`

/** The signed amount, or a text if the payer chooses it. */
export const paymentAmountText = (payment: Signed): string =>
  isOfAnyAmount(payment) ? t('amount.any') : signedSatText(msatOf(payment.amount_msat))

/** The value that the service stored for the payment. Without a sign, because the satoshis beside it have one. */
export const valueText = ({ amount, currency }: Value): string => formatWorth(Math.abs(amount), currency)

interface Value {
  readonly amount: number
  readonly currency: string
}

/**
 * The value at its time in the person's currency, else in that of the invoice or the books; if none is known, the value at
 * today's price, marked as such.
 */
export function worthText(
  payment: Signed & { readonly value?: Value | undefined; readonly fiat?: Value | undefined },
  rate: Rate | undefined,
): string | undefined {
  const value = payment.value ?? payment.fiat
  if (value !== undefined) return valueText(value)
  if (isOfAnyAmount(payment)) return undefined
  const amount = msatOf(payment.amount_msat)
  const today = fiatText(amount < 0n ? -amount : amount, rate)
  return today === undefined ? undefined : t('payment.worth-today', { amount: today })
}
