import { CASE_UNITS, TYPED_NUMBER_CASES } from '@satchel/money/world/typed-number-cases'
import { expect, test } from 'vitest'
import { toNumberDraft, unreadText } from './number-draft.ts'
import { editTyped, pressKey, readTyped, shownAmount, type TypedAmount, toMsat, toRequest } from './typed-amount.ts'
import { doubtText, readNumber } from './typed-number.ts'

const EUR = { currency: 'EUR', perBtc: 50_000, timestamp: 0 }

const AMOUNTS = TYPED_NUMBER_CASES.filter(([, unit]) => unit !== 'tickets' && unit !== 'percent')

test.each(AMOUNTS)('an amount typed as %j of %s in %s is parsed as %j, or kept as typed without a value', (...row) => {
  const [text, unit, language, meaning] = row
  const typed = readTyped(text, unit, language)
  if (!/^[\d.]*$/.test(meaning)) {
    expect(typed).toMatchObject({ text: '', raw: text, doubt: {} })
    expect(toMsat(typed, { ...EUR, currency: unit })).toBeUndefined()
    return
  }
  expect(typed.text).toBe(meaning)
  expect(typed.doubt).toBeUndefined()
})

test.each(TYPED_NUMBER_CASES)('a form field typed as %j of %s in %s keeps %j, or the text', (...row) => {
  const [text, unit, language, meaning] = row
  const draft = toNumberDraft(text, readNumber(text, CASE_UNITS[unit], language))
  if (/^[\d.]*$/.test(meaning)) expect(draft).toBe(meaning)
  else expect(unreadText(draft)).toBe(text)
})

/** Keys of a keyboard, one after another, in a field that groups what is typed. */
const typeIn = (unit: string, keys: string): TypedAmount =>
  Array.from(keys).reduce<TypedAmount>((typed, key) => editTyped(typed, shownAmount(typed) + key), { unit, text: '' })

test('digits are grouped while they are typed, and inserted marks do not count as typed', () => {
  expect(shownAmount(typeIn('sat', '1234567'))).toBe('1,234,567')
  expect(typeIn('sat', '1234567')).toEqual({ unit: 'sat', text: '1234567' })
  expect(editTyped({ unit: 'sat', text: '12345' }, '12,34')).toEqual({ unit: 'sat', text: '1234' })
  expect(editTyped({ unit: 'sat', text: '12345' }, '19,2,345')).toMatchObject({ text: '', doubt: { is: 'wrong' } })
})

test('a typed mark stays, and is parsed once digits follow it', () => {
  expect(typeIn('sat', '10.5')).toMatchObject({ text: '', raw: '10.5', doubt: { problem: 'no-fractions' } })
  expect(typeIn('sat', '10.50')).toMatchObject({ text: '', raw: '10.50', doubt: { problem: 'no-fractions' } })
  expect(typeIn('sat', '10.500')).toEqual({ unit: 'sat', text: '10500', raw: '10.500' })
  expect(typeIn('sat', '1,250')).toEqual({ unit: 'sat', text: '1250' })
  expect(typeIn('USD', '1,25')).toEqual({ unit: 'USD', text: '1.25', raw: '1,25' })
  expect(typeIn('USD', '1,250')).toEqual({ unit: 'USD', text: '1250' })
  expect(typeIn('USD', '1,250.50')).toEqual({ unit: 'USD', text: '1250.50' })
  expect(typeIn('USD', '5.256')).toMatchObject({ text: '', doubt: {} })
  expect(typeIn('JPY', '1500.50')).toMatchObject({ text: '', doubt: { problem: 'no-fractions' } })
  expect(typeIn('sat', '1e6')).toMatchObject({ text: '', raw: '1e6', doubt: { problem: 'no-number' } })
})

test('the keypad enters digits, one point and the decimals of the currency, and deletes', () => {
  const type = (unit: string, ...keys: string[]) => keys.reduce(pressKey, { unit, text: '' }).text
  expect(type('EUR', '5', '.', '.', '2', '5', '9')).toBe('5.25')
  expect(type('EUR', '.', '5', 'delete')).toBe('0.')
  expect(type('sat', '0', '7', '.', '1')).toBe('71')
  expect(pressKey(readTyped('10.5', 'sat'), 'delete')).toMatchObject({ raw: '10.', text: '' })
  expect(pressKey(readTyped('10.50', 'sat'), '0')).toMatchObject({ text: '10500' })
})

test('an amount in a currency converts to whole satoshis, and keeps the typed price', () => {
  const typed = readTyped('5.5', 'EUR')
  expect(toMsat(typed, EUR)).toBe(11_000_000n)
  expect(toMsat(typed, undefined)).toBeUndefined()
  expect(toRequest(typed)).toEqual({ amount: 5.5, unit: 'EUR' })
  expect(toMsat(readTyped('21', 'sat'), undefined)).toBe(21_000n)
})

test('each reason for an unparsed number has its own text', () => {
  const problems = ['no-fractions', 'too-many-digits', 'negative', 'too-long', 'no-number'] as const
  const texts = problems.map((problem) => doubtText({ is: 'wrong', problem }, { digits: 2 }, 'EUR'))
  expect(new Set([...texts, doubtText({ is: 'unsure', readings: [] }, { digits: 2 }, 'EUR')]).size).toBe(6)
})
