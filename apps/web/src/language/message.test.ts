import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { isPlain, PARSING, withoutValues } from './message.ts'

const parse = (text: string) => new IntlMessageFormat(text, 'en', undefined, PARSING).getAst()

test('a text without placeholders is shown verbatim; one with a quote or a placeholder is parsed', () => {
  expect(isPlain('Paid at <once> #1')).toBe(true)
  expect(["It''s paid", 'Paid {amount}', parse('Paid')].map(isPlain)).toEqual([false, false, false])
})

test('a text without values for its placeholders shows its other words', () => {
  expect(withoutValues(parse('Paid {amount} to {name}.'))).toBe('Paid  to .')
  expect(withoutValues('Paid')).toBe('Paid')
})
