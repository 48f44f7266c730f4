import { expect, test } from 'vitest'
import { toAlias, toHeight } from './node-info.ts'

test.each([
  ['carol', 'carol'],
  [' a\nb\u202e ', 'a b'],
  ['', undefined],
  ['\u0000', undefined],
  [7, undefined],
  ['⚡'.repeat(200), '⚡'.repeat(100)],
])('the name %j is read as %j', (name, alias) => {
  expect(toAlias(name)).toBe(alias)
})

test.each([
  [0, 0],
  [900_000, 900_000],
  [-1, undefined],
  ['900000', undefined],
])('the height %j is read as %j', (given, height) => {
  expect(toHeight(given)).toBe(height)
})
