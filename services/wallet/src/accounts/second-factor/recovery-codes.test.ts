import { expect, test } from 'vitest'
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

test('ten codes of 80 random bits each, without ambiguous letters', () => {
  const codes = [newRecoveryCodes(), newRecoveryCodes()].flat()
  expect(new Set(codes).size).toBe(20)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  // All 32 letters are used, in every place: 2,000 codes miss one with a chance below 1e-20.
  const many = Array.from({ length: 200 }, newRecoveryCodes).flat()
  for (const place of [0, 7, 18]) expect(new Set(many.map((code) => code[place])).size).toBe(32)
})

test('spaces and case of a code do not matter', () => {
  const digest = digestRecoveryCode('3f9k-q0zt-81bn-x7vw')
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  for (const same of ['3F9KQ0ZT81BNX7VW', ' 3f9k q0zt 81bn x7vw ']) expect(digestRecoveryCode(same)).toBe(digest)
  expect(digestRecoveryCode('3f9k-q0zt-81bn-x7vv')).not.toBe(digest)
})
