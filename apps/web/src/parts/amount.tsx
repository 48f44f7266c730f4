import { locale, t } from '../language/language.ts'
import { isOfAnyAmount, type Signed } from '../money/is-incoming.ts'
import {
  formatFiat,
  formatSat,
  formatSignedSat,
  formatWorth,
  type Msat,
  msatOf,
  type Rate,
  toFiat,
} from '../money/money.ts'

/** `1,234 sat`. */
export const satText = (amount: Msat): string => t('amount.sat', { amount: formatSat(amount) })

/** `1,234.567 sat`: to the millisatoshi. */
export function preciseSatText(amount: Msat): string {
  const [whole, fraction] = [amount / 1000n, amount % 1000n]
  if (fraction === 0n) return satText(amount)
  const exact = `${whole}.${String(fraction).padStart(3, '0')}` as Intl.StringNumericLiteral
  return t('amount.sat', { amount: new Intl.NumberFormat(locale(), { maximumFractionDigits: 3 }).format(exact) })
}

/** `≈ €5.50`, on one line. */
export const aboutText = (text: string): string => `≈\u{a0}${text}`

/** What it is worth now, about; undefined where there is no rate. */
export const fiatText = (amount: Msat, rate: Rate | undefined): string | undefined =>
  rate === undefined ? undefined : aboutText(formatFiat(toFiat(amount, rate), rate.currency))

/** With its sign: what came in or went out. */
export const signedSatText = (amount: Msat): string => t('amount.sat', { amount: formatSignedSat(amount) })

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
