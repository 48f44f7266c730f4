import { minorDigits } from '@satchel/money/minor-digits'

/** An amount for people: `1,250,000 sat`, `12.50 EUR`. Digits beyond the currency's minor unit are kept. */
export const formatAmount = (amount: number, currency = 'sat'): string =>
  `${new Intl.NumberFormat('en', { minimumFractionDigits: minorDigits(currency), maximumFractionDigits: 8 }).format(amount)} ${currency}`
