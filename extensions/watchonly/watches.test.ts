import { expect, test } from 'vitest'
import { mergeCoins } from './watches.ts'

const coin = (txid: string, sat: number, confirmed: boolean) => ({ txid, vout: 0, sat, confirmed })

test('a coin of a block that is gone was spent and stays, one of no block was replaced and goes', () => {
  const before = [coin('a', 1, true), coin('b', 2, false), coin('c', 3, false)]
  expect(mergeCoins(before, [coin('c', 3, true), coin('d', 4, false)])).toEqual([
    coin('a', 1, true),
    coin('c', 3, true),
    coin('d', 4, false),
  ])
})

test('a coin whose block is gone waits again', () => {
  expect(mergeCoins([coin('a', 1, true)], [coin('a', 1, false)])).toEqual([coin('a', 1, false)])
})

test('the order in which the explorer names coins is no news', () => {
  const coins = [coin('a', 1, true), coin('b', 2, true)]
  expect(mergeCoins(coins, coins.toReversed())).toEqual(coins)
})
