import { expect, test } from 'vitest'
import { shortenMemo } from './shorten-memo.ts'

test('a memo that fits stays; a longer one is cut visibly and at whole characters', () => {
  expect(shortenMemo('tea', 3)).toBe('tea')
  expect(shortenMemo('teas', 3)).toBe('te…')
  expect(shortenMemo('a😀😀', 3)).toBe('a…')
})
