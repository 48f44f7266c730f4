import { expect, test } from 'vitest'
import { findStep, newTotpSecret, totpUri } from './one-time-code.ts'

/** '12345678901234567890' of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238: at %i the code is %s', (at, code) => {
  expect(findStep(SECRET, code, at)).toBe(Math.floor(at / 30))
})

test('a code is accepted one step early and one late, with the step it belongs to, and no further', () => {
  const code = '005924'
  const begin = 1_234_567_890
  const step = begin / 30
  expect([-31, -30, -1, 0, 29, 30, 59, 60].map((late) => findStep(SECRET, code, begin + late))).toEqual([
    undefined,
    step,
    step,
    step,
    step,
    step,
    step,
    undefined,
  ])
})

test('a code may be written with a gap in the middle; anything else is no code', () => {
  const at = 1_234_567_890
  expect(findStep(SECRET, '005 924', at)).toBe(at / 30)
  for (const wrong of ['005925', '5924', '0005924', '', 'abcdef', '00592４']) {
    expect([wrong, findStep(SECRET, wrong, at)]).toEqual([wrong, undefined])
  }
})

test('secrets have 160 random bits, and their URIs name account and issuer', () => {
  const [one, another] = [newTotpSecret(), newTotpSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(another)
  const uri = new URL(totpUri({ secret: one, issuer: 'My & Co: bank', account: 'alice' }))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    expect.stringMatching(/alice$/),
  ])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'My & Co: bank',
    secret: one,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
