import { minorDigits } from '@satchel/money/minor-digits'

/** An amount in an English text, as pages write it: `1,250,000 sat`, `€12.50`. Digits beyond the currency's minor unit stay. */
export function formatAmount(amount: number, currency = 'sat'): string {
  const digits = { minimumFractionDigits: minorDigits(currency), maximumFractionDigits: 8 }
  const isCurrency = /^[A-Z]{3}$/.test(currency)
  const format = new Intl.NumberFormat('en', isCurrency ? { style: 'currency', currency, ...digits } : digits)
  return isCurrency ? format.format(amount) : `${format.format(amount)} ${currency}`
}
