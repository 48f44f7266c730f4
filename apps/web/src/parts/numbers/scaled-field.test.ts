import { expect, test } from 'vitest'
import { scaledDown, scaledUp } from './scaled-field.tsx'

test.each([
  ['1500', 3, '1.5'],
  ['1000', 3, '1'],
  ['5', 3, '0.005'],
  ['120', 3, '0.12'],
  ['100000', 3, '100'],
  ['3600000', 3, '3600'],
  ['10000', 4, '1'],
  ['5000', 4, '0.5'],
  ['1', 4, '0.0001'],
  ['0', 4, '0'],
  ['', 3, ''],
])('%s with %i decimals is shown as %s, and parsed back', (value, digits, typed) => {
  expect(scaledDown(value, digits)).toBe(typed)
  expect(scaledUp(typed, digits)).toBe(value)
})

test('text that is not a number is kept as typed', () => {
  expect([scaledDown('?1.2345', 3), scaledUp('?1.2345', 3)]).toEqual(['?1.2345', '?1.2345'])
})
