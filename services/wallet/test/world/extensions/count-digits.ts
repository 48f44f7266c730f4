import { formatAmount } from '@satchel/extension-sdk/format-amount'
import { amountDigits } from '@satchel/extension-sdk/text'
import { minorDigits } from '@satchel/money/minor-digits'

/** Code of a package: the digits of currencies in the table, in texts of pages, and in `Intl`. */
export const COUNT_DIGITS = {
  countDigits: (currencies: readonly string[]) =>
    currencies.map((currency) => [
      minorDigits(currency),
      amountDigits({ amount: 1, currency }).minimumFractionDigits,
      behindPoint(formatAmount(1, currency)),
      behindPoint(new Intl.NumberFormat('en', { style: 'currency', currency }).format(1)),
    ]),
}

const behindPoint = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0
