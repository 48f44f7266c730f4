import { expect, test } from 'vitest'
import { guessCurrency } from './guess-currency.ts'

test.each([
  [['de-AT', 'en'], 'EUR'],
  [['en', 'ja-JP'], 'JPY'],
  [['ar-EG'], 'USD'],
  // WebKitGTK without a language; names of POSIX.
  [['C'], 'USD'],
  [['de_DE.UTF-8', 'en-GB'], 'GBP'],
  [[], 'USD'],
])('a browser with the languages %j gets the currency %s', (languages, currency) => {
  expect(guessCurrency(languages)).toBe(currency)
})
