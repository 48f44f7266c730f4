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

/** `1,234.567 sat`: to the millisatoshi. */
export function preciseSatText(amount: Msat): string {
  const [whole, fraction] = [amount / 1000n, amount % 1000n]
  if (fraction === 0n) return satText(amount)
  return formatPrice(`${whole}.${String(fraction).padStart(3, '0')}`, 'sat')
}

/** `≈ €5.50`, on one line. */
export const aboutText = (text: string): string => `≈\u{a0}${text}`

/** What it is worth now, about; undefined where there is no rate. */
export const fiatText = (amount: Msat, rate: Rate | undefined): string | undefined =>
  rate === undefined ? undefined : aboutText(formatFiat(toFiat(amount, rate), rate.currency))

/** With its sign: what came in or went out. */
export const signedSatText = (amount: Msat): string => `${isolatedHere(formatSignedSat(amount))} ${unitName('sat')}`

/** With its sign, or that its payer chooses it. */
export const paymentAmountText = (payment: Signed): string =>
  isOfAnyAmount(payment) ? t('amount.any') : signedSatText(msatOf(payment.amount_msat))

/** What a payment was worth at its time, as the service noted it, without a sign: the satoshis beside it have one. */
export const valueText = ({ amount, currency }: { readonly amount: number; readonly currency: string }): string =>
  formatWorth(Math.abs(amount), currency)

/** The value at its time; where that is not known, the value at the price of today, which says so. */
export function worthText(
  payment: Signed & { readonly fiat?: { readonly amount: number; readonly currency: string } | undefined },
  rate: Rate | undefined,
): string | undefined {
  if (payment.fiat !== undefined) return valueText(payment.fiat)
  if (isOfAnyAmount(payment)) return undefined
  const amount = msatOf(payment.amount_msat)
  const today = fiatText(amount < 0n ? -amount : amount, rate)
  return today === undefined ? undefined : t('payment.worth-today', { amount: today })
}
