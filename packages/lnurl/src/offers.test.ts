import { msat } from '@satchel/money/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonAnswer, readJsonAnswer } from './json-answer.ts'
import { LnurlError } from './lnurl-error.ts'
import { readLoginOffer } from './login-offer.ts'
import { readPayAnswer, writePayAnswer } from './pay-answer.ts'
import { type PayOffer, readPayOffer, writePayOffer } from './pay-offer.ts'
import { OK, writeError, writeVerifyAnswer } from './plain-answers.ts'
import { readWithdrawOffer, type WithdrawOffer, writeWithdrawOffer } from './withdraw-offer.ts'

const overTheWire = (value: object): JsonAnswer => readJsonAnswer(JSON.stringify(value))

const PAY: PayOffer = {
  callback: 'https://pay.example/cb?id=1',
  leastMsat: msat(1000),
  mostMsat: msat(5000),
  metadata: '[["text/plain","Coffee"]]',
  commentAllowed: 32,
  disposable: false,
  nostrPubkey: 'ab'.repeat(32),
}
const WITHDRAW: WithdrawOffer = {
  callback: 'https://pay.example/cb',
  k1: 'one',
  leastMsat: msat(1),
  mostMsat: msat(7),
  defaultDescription: 'Voucher',
}

describe('an offer that we write is read back unchanged', () => {
  const range = fc
    .tuple(fc.maxSafeNat(), fc.maxSafeNat())
    .map(([one, other]) => [Math.max(1, Math.min(one, other)), Math.max(1, one, other)] as const)

  test('pay', () => {
    expect(readPayOffer(overTheWire(writePayOffer(PAY)))).toEqual(PAY)
    fc.assert(
      fc.property(range, fc.nat(), ([least, most], commentAllowed) => {
        const offer = {
          ...PAY,
          leastMsat: msat(least),
          mostMsat: msat(most),
          commentAllowed,
          disposable: undefined,
          nostrPubkey: undefined,
        }
        expect(readPayOffer(overTheWire(writePayOffer(offer)))).toEqual(offer)
      }),
    )
  })

  test('withdraw', () => {
    fc.assert(
      fc.property(range, fc.string({ unit: 'grapheme' }), ([least, most], defaultDescription) => {
        const offer = { ...WITHDRAW, leastMsat: msat(least), mostMsat: msat(most), defaultDescription }
        expect(readWithdrawOffer(overTheWire(writeWithdrawOffer(offer)))).toEqual(offer)
        const withPin = { ...offer, pinLimitMsat: msat(least) }
        expect(readWithdrawOffer(overTheWire(writeWithdrawOffer(withPin)))).toEqual(withPin)
      }),
    )
  })

  test('the invoice, with its success action', () => {
    const answer = {
      bolt11: 'lnbc1',
      successAction: { tag: 'url', description: 'Order', url: 'https://pay.example/7' } as const,
      verify: 'https://pay.example/verify/7',
    }
    expect(readPayAnswer(overTheWire(writePayAnswer(answer)), PAY.callback)).toEqual(answer)
    expect(writePayAnswer({ bolt11: 'lnbc1' })).toEqual({ pr: 'lnbc1', routes: [] })
  })
})

test.each([
  ['callback', 'ftp://pay.example'],
  ['callback', undefined],
  ['minSendable', 0.5],
  ['minSendable', '1000'],
  ['minSendable', 6000],
  ['maxSendable', 0],
  ['maxSendable', 2 ** 53],
  ['maxSendable', null],
  ['metadata', []],
  ['metadata', 'no JSON'],
  ['metadata', '{}'],
  ['metadata', '[["text/long-desc","only this"]]'],
  ['metadata', '[["text/plain",7]]'],
  ['payerData', { email: { mandatory: true } }],
])('a payRequest whose %s is %j is rejected', (field, value) => {
  expect(() => readPayOffer(overTheWire({ ...writePayOffer(PAY), [field]: value }))).toThrow(LnurlError)
})

test('an optional field of a payRequest may be missing, wrong or unknown', () => {
  const { commentAllowed, disposable, allowsNostr, nostrPubkey, ...least } = writePayOffer(PAY)
  expect([commentAllowed, disposable, allowsNostr, nostrPubkey]).not.toContain(undefined)
  const none = { ...PAY, commentAllowed: 0, disposable: undefined, nostrPubkey: undefined }
  expect(readPayOffer(overTheWire(least))).toEqual(none)
  const odd = { commentAllowed: true, disposable: 'no', nostrPubkey: 'x', payerData: { name: { mandatory: false } } }
  expect(readPayOffer(overTheWire({ ...least, allowsNostr: true, ...odd }))).toEqual(none)
})

test.each([
  ['callback', 'x'],
  ['k1', 7],
  ['k1', undefined],
  ['minWithdrawable', 8],
  ['maxWithdrawable', -1],
])('a withdrawRequest whose %s is %j is rejected', (field, value) => {
  expect(() => readWithdrawOffer(overTheWire({ ...writeWithdrawOffer(WITHDRAW), [field]: value }))).toThrow(LnurlError)
})

test('LUD-04: a log-in needs its tag, 32 bytes of k1 and, if any, a known action', () => {
  const k1 = 'ab'.repeat(32)
  expect(readLoginOffer(`https://forum.example:8443/in?tag=login&k1=${k1.toUpperCase()}&action=link`)).toEqual({
    callback: `https://forum.example:8443/in?tag=login&k1=${k1.toUpperCase()}&action=link`,
    k1,
    action: 'link',
    hostname: 'forum.example',
  })
  for (const query of ['', `k1=${k1}`, 'tag=login', 'tag=login&k1=ab', `tag=login&k1=${k1}&action=drop`]) {
    expect(() => readLoginOffer(`https://forum.example/?${query}`), query).toThrow(LnurlError)
  }
})

test('a rejection by the service is reported in its own words, on one short line', () => {
  expect(() => overTheWire(writeError('Sold out'))).toThrow('The service says: Sold out')
  expect(() => overTheWire({ status: 'error', reason: 'a\n\u0000\u202eb' })).toThrow(/says: a b$/)
  expect(() => overTheWire({ status: 'ERROR', reason: 'x'.repeat(5000) })).toThrow(/^.{0,330}…$/)
  for (const reason of [undefined, '', 7]) expect(() => overTheWire({ status: 'ERROR', reason })).toThrow(LnurlError)
  for (const text of ['', 'null', '[]', '"x"', '<html>', '{']) expect(() => readJsonAnswer(text)).toThrow(LnurlError)
  expect(overTheWire(OK)).toEqual(OK)
})

test('LUD-21: verify shows a preimage only when the invoice is paid', () => {
  expect(writeVerifyAnswer({ bolt11: 'lnbc1', settled: false, preimage: undefined })).toEqual({
    status: 'OK',
    settled: false,
    preimage: null,
    pr: 'lnbc1',
  })
  const settled = { bolt11: 'lnbc1', settled: true }
  expect(writeVerifyAnswer({ ...settled, preimage: 'ab' })).toMatchObject({ settled: true, preimage: 'ab' })
  expect(writeVerifyAnswer({ ...settled, preimage: undefined })).toMatchObject({ settled: true, preimage: null })
})
