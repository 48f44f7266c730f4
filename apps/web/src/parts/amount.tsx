import { t } from '../language/language.ts'
import { formatFiat, formatSat, type Msat, type Rate, toFiat } from '../money/money.ts'

/** `1,234 sat`. */
export const satText = (amount: Msat): string => t('amount.sat', { amount: formatSat(amount) })

/** `≈ €5.50`; undefined where there is no rate. */
export const fiatText = (amount: Msat, rate: Rate | undefined): string | undefined =>
  rate === undefined ? undefined : `≈ ${formatFiat(toFiat(amount, rate), rate.currency)}`

/** With its sign: what came in or went out. */
export const signedSatText = (amount: Msat): string => (amount < 0n ? `−${satText(-amount)}` : `+${satText(amount)}`)
