import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LnurlError } from './lnurl-error.ts'
import { readBitcoinLink } from './read-bitcoin-link.ts'

const ADDRESS = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W'
const NOTHING_ELSE = {
  amountSat: undefined,
  label: undefined,
  message: undefined,
  lightning: [],
  offers: [],
}

test.each([
  [`bitcoin:${ADDRESS}`, {}],
  [`bitcoin:${ADDRESS}?label=Luke-Jr`, { label: 'Luke-Jr' }],
  [`bitcoin:${ADDRESS}?amount=20.3&label=Luke-Jr`, { amountSat: 2_030_000_000, label: 'Luke-Jr' }],
  [
    `bitcoin:${ADDRESS}?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz`,
    { amountSat: 5_000_000_000, label: 'Luke-Jr', message: 'Donation for project xyz' },
  ],
  [`bitcoin:${ADDRESS}?somethingyoudontunderstand=50&somethingelseyoudontget=999`, {}],
])('%s, an example of BIP 21, is read', (link, expected) => {
  expect(readBitcoinLink(link)).toMatchObject({ ...NOTHING_ELSE, address: ADDRESS, ...expected })
})

test('a link with a parameter that is required and not known is rejected, as BIP 21 has it', () => {
  const link = `bitcoin:${ADDRESS}?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999`
  expect(() => readBitcoinLink(link)).toThrow(LnurlError)
})

test('capital letters, a plus, an empty address and several ways to pay are read', () => {
  const link = 'BITCOIN:?AMOUNT=.00000001&LABEL=a+b%26c&LNO=LNO1X&LIGHTNING=&lightning=lnbc1&lightning=other#here'
  expect(readBitcoinLink(link)).toMatchObject({
    address: '',
    amountSat: 1,
    label: 'a+b&c',
    message: undefined,
    lightning: ['lnbc1', 'other'],
    offers: ['LNO1X'],
  })
})

test.each(['amount=0.1&amount=0.2', 'label=a&LABEL=b', 'message=a&message=b'])(
  'BIP 321: a link with contradictory parts is rejected: %s',
  (query) => {
    expect(() => readBitcoinLink(`bitcoin:${ADDRESS}?${query}`)).toThrow('names more than one')
  },
)

test('repeated equal parts count once', () => {
  expect(readBitcoinLink(`bitcoin:${ADDRESS}?amount=0.1&amount=0.1`)?.amountSat).toBe(10_000_000)
})

test.each([
  [`bitcoin:${ADDRESS}?amount=0.001 Thank you`, { amountSat: 100_000, after: expect.stringContaining('Thank you') }],
  [`bitcoin:${ADDRESS}?amount=0.001.`, { amountSat: 100_000 }],
  [`bitcoin:${ADDRESS}, please`, { after: expect.stringContaining('please') }],
  [`bitcoin:${ADDRESS}?label=My shop&amount=0.001\n`, { amountSat: 100_000, label: 'My shop' }],
  [`bitcoin:${ADDRESS} (50% off today)`, { after: expect.stringContaining('50% off today') }],
  [`bitcoin:${ADDRESS}?amount=0.001&label=50% off%21`, { amountSat: 100_000, label: '50% off!' }],
])('the words of a sentence are not part of the link: %j', (text, expected) => {
  expect(readBitcoinLink(text)).toMatchObject({ address: ADDRESS, ...expected })
})

test('an amount split by a line break is rejected, not read as a smaller one', () => {
  expect(() => readBitcoinLink(`bitcoin:${ADDRESS}?amount=0.0\n01`)).toThrow(LnurlError)
})

test.each(['x', '-1', '1e3', '1,5', '0.000000001', '21000000.1', '.', '0x1', '%ff'])(
  'an amount of %j is rejected',
  (amount) => {
    expect(() => readBitcoinLink(`bitcoin:${ADDRESS}?amount=${amount}`)).toThrow(LnurlError)
  },
)

test('any text is read, rejected with a reason, or not a link', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readBitcoinLink(text)).toBeUndefined()
      try {
        expect(readBitcoinLink(`bitcoin:${text}`)).toBeDefined()
      } catch (error) {
        expect(error).toBeInstanceOf(LnurlError)
      }
    }),
  )
})
