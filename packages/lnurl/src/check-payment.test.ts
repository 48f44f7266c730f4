import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { readAmount, requireComment } from './check-payment.ts'
import { LnurlError } from './lnurl-error.ts'
import { withQuery } from './with-query.ts'

const RANGE = { leastMsat: msat(1000), mostMsat: msat(5000) }

test('an amount is a plain whole number within the offered range, both ends included', () => {
  expect(['1000', '1001', '5000'].map((text) => readAmount(text, RANGE))).toEqual([1000n, 1001n, 5000n])
  for (const text of [
    '999',
    '5001',
    undefined,
    '',
    '0',
    '-1000',
    '+1000',
    '1000.0',
    '1e3',
    '01000',
    ' 1000',
    '0x3e8',
    '٣٠٠٠',
  ]) {
    expect(() => readAmount(text, RANGE), text).toThrow(LnurlError)
  }
  expect(() => readAmount('9'.repeat(30), RANGE)).toThrow(LnurlError)
})

test('LUD-12: a comment is counted in characters, and accepted only if the offer allows one', () => {
  expect(() => requireComment('', { commentAllowed: 0 })).not.toThrow()
  expect(() => requireComment('x', { commentAllowed: 0 })).toThrow(LnurlError)
  expect(() => requireComment('😀😀😀', { commentAllowed: 3 })).not.toThrow()
  expect(() => requireComment('😀😀😀😀', { commentAllowed: 3 })).toThrow(LnurlError)
})

test('parameters are added to a URL and do not change the others', () => {
  expect(withQuery('https://a.example/cb', { amount: '1' })).toBe('https://a.example/cb?amount=1')
  expect(withQuery('https://a.example/cb?x=a%20b+c&y#top', { comment: 'a b&c=ä' })).toBe(
    'https://a.example/cb?x=a%20b+c&y&comment=a%20b%26c%3D%C3%A4',
  )
})
