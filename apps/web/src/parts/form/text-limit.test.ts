import { expect, test } from 'vitest'
import { lengthOf, limitTexts, MEMO_LIMIT } from './text-limit.ts'

test('a text shows its count near the limit and an error beyond it, counted in characters as by the service', () => {
  const limit = { max: 40 }
  expect(limitTexts('a'.repeat(31), limit)).toEqual({})
  expect(Object.keys(limitTexts('a'.repeat(32), limit))).toEqual(['count'])
  // Not in halves of UTF-16.
  expect(lengthOf('🍅'.repeat(40), limit)).toBe(40)
  expect(Object.keys(limitTexts('🍅'.repeat(40), limit))).toEqual(['count'])
  expect(Object.keys(limitTexts('🍅'.repeat(41), limit))).toEqual(['refused'])
})

test('the description of an invoice is counted in bytes', () => {
  expect(lengthOf('ä🍅', MEMO_LIMIT)).toBe(6)
  expect(Object.keys(limitTexts('ä'.repeat(319), MEMO_LIMIT))).toEqual(['count'])
  expect(Object.keys(limitTexts('ä'.repeat(320), MEMO_LIMIT))).toEqual(['refused'])
})
