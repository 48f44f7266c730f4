import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrice } from './read-price.ts'

test.each([
  [95230.25, 95230.25],
  ['95230.25', 95230.25],
  ['95230', 95230],
  ['0095230.10000', 95230.1],
  ['95230.12345678901234567890', 95230.12345678901],
  ['0.00000001', 1e-8],
  [1e-8, 1e-8],
])('%j is a price', (value, price) => {
  expect(readPrice(value)).toBe(price)
})

test.each([
  ['"0"', '0'],
  ['0', 0],
  ['-0', -0],
  ['a negative number', -5],
  ['a negative text', '-5'],
  ['NaN as text', 'NaN'],
  ['Infinity as text', 'Infinity'],
  ['1e400 as JSON number', JSON.parse('1e400')],
  ['1e400 as text', '1e400'],
  ['an exponent as text', '9e4'],
  ['400 digits', '9'.repeat(400)],
  ['a number too small for a double', `0.${'0'.repeat(400)}1`],
  ['thousands separators', '1,234.56'],
  ['a decimal comma', '1234,56'],
  ['an empty text', ''],
  ['white space', ' '],
  ['white space around', ' 5 '],
  ['a line end', '5\n'],
  ['a plus sign', '+5'],
  ['hexadecimal', '0x10'],
  ['no leading digit', '.5'],
  ['no trailing digit', '5.'],
  ['two points', '1.2.3'],
  ['underscores', '1_000'],
  ['Arabic digits', '٩٥٢٣٠'],
  ['full-width digits', '９５２３０'],
  ['null', null],
  ['undefined', undefined],
  ['true', true],
  ['a list', [5]],
  ['a list of a text', ['5']],
  ['an object', { valueOf: 5 }],
])('%s is no price', (_name, value) => {
  expect(readPrice(value)).toBeUndefined()
})

test('any input becomes a finite number above zero, or nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.double(), fc.double().map(String)), (value) => {
      const price = readPrice(value)
      expect(price === undefined || (Number.isFinite(price) && price > 0)).toBe(true)
    }),
  )
})
