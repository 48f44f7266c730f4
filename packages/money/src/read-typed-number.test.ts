import { expect, test } from 'vitest'
import { CASE_UNITS, TYPED_NUMBER_CASES } from '../world/typed-number-cases.ts'
import { marksOf, namesOf, readTypedNumber, type TypedNumber } from './read-typed-number.js'

test.each(TYPED_NUMBER_CASES)('%j of %s in %s means %j', (typed, unit, locale, meaning) => {
  expect(meaningOf(readTypedNumber(typed, { ...CASE_UNITS[unit], locale }))).toBe(meaning)
})

test('a number that a language writes is read as that number in that language', () => {
  for (const locale of [
    'en',
    'en-IN',
    'de',
    'de-AT',
    'de-CH',
    'es',
    'es-MX',
    'ar',
    'ar-EG',
    'ar-MA',
    'fa',
    'fr',
    'hi',
    'bn',
  ]) {
    for (const amount of [0.5, 7, 999.99, 1000, 1250.5, 12_345.25, 1_234_567.89]) {
      const typed = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount)
      const read = readTypedNumber(typed, { digits: 2, locale })
      expect(read, `${typed} in ${locale}`).toMatchObject({ is: 'number' })
      expect(Number('text' in read && read.text)).toBe(amount)
    }
  }
})

test("if the page and the user's language write numbers differently, both readings are returned", () => {
  const read = (typed: string, locale: string, shownIn: string) =>
    meaningOf(readTypedNumber(typed, { digits: 2, locale, shownIn }))
  expect(read('1,250', 'es-MX', 'es')).toBe('? 1250 1.25')
  expect(read('1.250', 'de-CH', 'de')).toBe('? 1250 1.25')
  expect(read('1.250', 'de-AT', 'de')).toBe('1250')
  expect(read('1,250', 'en-GB', 'en')).toBe('1250')
  expect(read('1,5', 'es-MX', 'es')).toBe('1.5')
})

test('a unit is recognised by its code and its symbols', () => {
  expect(namesOf('sat', 'ar')).toEqual(['ساتوشي', 'sat', 'sats'])
  expect(namesOf('USD', 'es')).toEqual(['USD', 'US$', '$'])
  expect(namesOf('points', 'en')).toEqual(['points'])
})

test('each language has its thousands separator and decimal point', () => {
  expect(marksOf('de')).toEqual({ point: ',', group: '.' })
  expect(marksOf('en')).toEqual({ point: '.', group: ',' })
})

function meaningOf(read: TypedNumber): string {
  if (read.is === 'number') return read.text
  if (read.is === 'unsure') return ['?', ...read.readings].join(' ')
  return read.is === 'wrong' ? read.problem : ''
}
