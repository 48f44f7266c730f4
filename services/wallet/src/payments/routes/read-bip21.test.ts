import { ServiceError } from '@satchel/http/service-error'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBip21 } from './read-bip21.ts'

const ADDRESS = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W'
const NOTHING_ELSE = {
  amountSat: undefined,
  label: undefined,
  message: undefined,
  lightning: undefined,
  offer: undefined,
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
  expect(readBip21(link)).toEqual({ ...NOTHING_ELSE, address: ADDRESS, ...expected })
})

test('a link with a parameter that is required and not known is rejected, as BIP 21 has it', () => {
  const link = `bitcoin:${ADDRESS}?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999`
  expect(() => readBip21(link)).toThrow(ServiceError)
})

test('capital letters, a plus, an empty address and repeated names are read', () => {
  const link = 'BITCOIN:?AMOUNT=.00000001&LABEL=a+b%26c&LNO=LNO1X&LIGHTNING=&lightning=lnbc1&lightning=other#here'
  expect(readBip21(link)).toEqual({
    address: '',
    amountSat: 1,
    label: 'a+b&c',
    message: undefined,
    lightning: 'lnbc1',
    offer: 'LNO1X',
  })
})

test.each(['x', '-1', '1e3', '1,5', '0.000000001', '21000000.1', '.', '0x1', '%ff'])(
  'an amount of %j is rejected',
  (amount) => {
    expect(() => readBip21(`bitcoin:${ADDRESS}?amount=${amount}`)).toThrow(ServiceError)
  },
)

test('any text is no link, is read, or is rejected with a reason', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readBip21(text)).toBeUndefined()
      try {
        expect(readBip21(`bitcoin:${text}`)).toBeDefined()
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError)
      }
    }),
  )
})
