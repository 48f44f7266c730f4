import { minorDigits } from '@satchel/money/minor-units'

/** An amount as people read it: `1,250,000 sat`, `12.50 EUR`. Digits beyond the currency's own are shown, too. */
export const amountText = (amount: number, currency = 'sat'): string =>
  `${new Intl.NumberFormat('en', { minimumFractionDigits: minorDigits(currency), maximumFractionDigits: 8 }).format(amount)} ${currency}`
