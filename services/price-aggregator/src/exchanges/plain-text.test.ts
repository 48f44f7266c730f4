import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('external text becomes one line of at most 200 characters without control or direction characters', () => {
  expect(plainText('  EAPI:Rate limit\r\nexceeded\u0007 ')).toBe('EAPI:Rate limit exceeded')
  expect(plainText('a\u202Eb\u2028c\uD800d')).toBe('a b c d')
  expect(plainText('x'.repeat(2_000_000))).toBe(`${'x'.repeat(199)}…`)
  expect(plainText('😀'.repeat(300)).isWellFormed()).toBe(true)
  expect(plainText('')).toBe('')
})
