import { expect, test } from 'vitest'
import { mergeCoins } from './watches.ts'

const coin = (txid: string, sat: number, confirmed: boolean) => ({ txid, vout: 0, sat, confirmed })

test('a spent coin of an orphaned block stays; a replaced unconfirmed coin is removed', () => {
  const before = [coin('a', 1, true), coin('b', 2, false), coin('c', 3, false)]
  expect(mergeCoins(before, [coin('c', 3, true), coin('d', 4, false)])).toEqual([
    coin('a', 1, true),
    coin('c', 3, true),
    coin('d', 4, false),
  ])
})

test('a coin whose block was orphaned waits for a confirmation again', () => {
  expect(mergeCoins([coin('a', 1, true)], [coin('a', 1, false)])).toEqual([coin('a', 1, false)])
})

test('a changed order of coins at the explorer is not reported', () => {
  const coins = [coin('a', 1, true), coin('b', 2, true)]
  expect(mergeCoins(coins, coins.toReversed())).toEqual(coins)
})
