import { expect, test } from 'vitest'
import { toMilliseconds, toSeconds } from './milliseconds-input.tsx'

test.each([
  ['1500', '1.5'],
  ['1000', '1'],
  ['5', '0.005'],
  ['120', '0.12'],
  ['100000', '100'],
  ['3600000', '3600'],
  ['', ''],
])('%s milliseconds are typed as %s seconds, and back', (milliseconds, seconds) => {
  expect(toSeconds(milliseconds)).toBe(seconds)
  expect(toMilliseconds(seconds)).toBe(milliseconds)
})

test('what is no number stays as it was typed', () => {
  expect([toSeconds('?1.2345'), toMilliseconds('?1.2345')]).toEqual(['?1.2345', '?1.2345'])
})
