import { expect, test } from 'vitest'
import { isPlainName } from './is-plain-name.ts'

test.each([
  'Till 2',
  'Café (Zürich)',
  'Łódź & Søn',
  'Điện lực',
  'ı shop',
  'Касса у дома',
  'Το μαγαζί',
  'חנות',
  'متجر',
  'दुकान',
  'レジ POS',
  '가게 App',
  '商店',
  '42',
])('%s is a plain name', (name) => {
  expect(isPlainName(name)).toBe(true)
})

test.each([
  ['Sаtchel', 'a Cyrillic letter among Latin ones'],
  ['Satchεl', 'a Greek letter among Latin ones'],
  ['ѕсоре', 'Cyrillic letters that all look Latin'],
  ['РОМА 2', 'the same in capitals, with a digit'],
  ['ΚΑΤΙΝΑ', 'Greek letters that all look Latin'],
  ['Ｓａｔｃｈｅｌ', 'full-width letters'],
  ['𝐒atchel', 'mathematical letters'],
  ['ﬁsh', 'a ligature'],
  ['Ꮪatchel', 'an alphabet that is not among ours'],
  ['Кассаに', 'two alphabets'],
  ['pay.example', 'a period'],
  ['Sat\u202echel', 'a character that turns the direction'],
  ['Sat\u200bchel', 'a character without width'],
  [' Till', 'a space at the start'],
  ['', 'nothing'],
  ['x'.repeat(65), 'more than 64 characters'],
])('%s is none: %s', (name) => {
  expect(isPlainName(name)).toBe(false)
})
