import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvoiceError } from './invoice-error.ts'
import { readPrefix, writePrefix } from './prefix.ts'

const MAX_MSAT = 21_000_000n * 100_000_000_000n

test.each<[text: string, amountMsat: bigint | undefined]>([
  ['', undefined],
  ['1', 100_000_000_000n],
  ['21000000', MAX_MSAT],
  ['20m', 2_000_000_000n],
  ['2500u', 250_000_000n],
  ['15u', 1_500_000n],
  ['1n', 100n],
  ['10p', 1n],
  ['9678785340p', 967_878_534n],
])('the amount %j is %s msat, and is written in that form', (text, amountMsat) => {
  expect(readPrefix(`lnbc${text}`)).toEqual({ network: 'bc', amountMsat })
  expect(writePrefix({ network: 'bc', amountMsat })).toBe(`lnbc${text}`)
})

test('an amount that could be shorter is read', () => {
  expect(readPrefix('lnbc1000m').amountMsat).toBe(100_000_000_000n)
  expect(readPrefix('lnbc1000p').amountMsat).toBe(100n)
})

test('each network is recognised although its prefix may begin with that of another', () => {
  for (const network of ['bc', 'tb', 'tbs', 'bcrt', 'sb'] as const) {
    expect(readPrefix(`ln${network}`)).toEqual({ network, amountMsat: undefined })
    expect(readPrefix(`ln${network}1u`)).toEqual({ network, amountMsat: 100_000n })
  }
})

test('every amount comes back, in no more characters than any other notation', () => {
  const amounts = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 0, max: 9 }))
  fc.assert(
    fc.property(amounts, ([digits, zeros]) => {
      const amountMsat = digits * 10n ** BigInt(zeros)
      const text = writePrefix({ network: 'bc', amountMsat })
      expect(readPrefix(text).amountMsat).toBe(amountMsat)
      expect(text.length).toBeLessThanOrEqual(`lnbc${amountMsat}0p`.length)
    }),
  )
})

test('an amount of zero, below zero or above the supply of bitcoin is not written', () => {
  for (const amountMsat of [0n, -1n, MAX_MSAT + 1n]) {
    expect(() => writePrefix({ network: 'bc', amountMsat })).toThrow(InvoiceError)
  }
})
