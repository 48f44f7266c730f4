import { expect, test } from 'vitest'
import { pressKey, readTyped, toMsat, toRequest } from './typed-amount.ts'

const EUR = { currency: 'EUR', perBtc: 50_000, timestamp: 0 }

test.each([
  ['12,345', 'sat', '12345'],
  ['0012', 'sat', '12'],
  ['5,5', 'EUR', '5.5'],
  ['1.234,567', 'EUR', '1234.56'],
  [',5', 'EUR', '0.5'],
  ['٥٫٥', 'EUR', '5.5'],
  ['100', 'JPY', '100'],
  ['-7 €', 'EUR', '7'],
  ['abc', 'EUR', ''],
])('%s typed as %s is read as %s', (text, unit, expected) => expect(readTyped(text, unit).text).toBe(expected))

test('the keypad types digits, one point and as many places as the currency has, and deletes', () => {
  const type = (unit: string, ...keys: string[]) => keys.reduce(pressKey, { unit, text: '' }).text
  expect(type('EUR', '5', '.', '.', '2', '5', '9')).toBe('5.25')
  expect(type('EUR', '.', '5', 'delete')).toBe('0.')
  expect(type('sat', '0', '7', '.', '1')).toBe('71')
})

test('an amount in a currency is worth whole satoshis, and keeps the price as it was typed', () => {
  const typed = readTyped('5.5', 'EUR')
  expect(toMsat(typed, EUR)).toBe(11_000_000n)
  expect(toMsat(typed, undefined)).toBeUndefined()
  expect(toRequest(typed)).toEqual({ amount: 5.5, unit: 'EUR' })
  expect(toMsat(readTyped('21', 'sat'), undefined)).toBe(21_000n)
})
