import { msat } from '@satchel/money/units'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { btcToMsatCeil, toBtc } from './btc-amount.ts'

test.each([
  ['0', 0n],
  ['0.00000001', 1000n],
  ['0.00000000001', 1n],
  ['0.000000000010', 1n],
  ['0.000000000011', 2n],
  ['1', 100_000_000_000n],
  ['21000000.00000000', 2_100_000_000_000_000_000n],
])('%s BTC is %s msat, rounded up below one', (amount, msats) => {
  expect(btcToMsatCeil({ amount, currency: 'BTC' })).toBe(msats)
})

test('an amount in another currency is not an amount in bitcoin', () => {
  expect(btcToMsatCeil({ amount: '1.00', currency: 'USD' })).toBeUndefined()
})

test('a written bitcoin amount is read back unchanged, and whole satoshis have eight decimals', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2_100_000_000_000_000_000n), (amount) => {
      expect(btcToMsatCeil(toBtc(msat(amount)))).toBe(amount)
      expect(toBtc(msat(amount * 1000n)).amount).toMatch(/^\d+\.\d{8}$/)
    }),
  )
})
