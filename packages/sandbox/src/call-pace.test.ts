import { expect, test } from 'vitest'
import { createCallPace } from './call-pace.ts'

test('calls of an extension wait above a rate per second, separately for each extension', () => {
  let now = 0
  const pace = createCallPace(() => now, { perSecond: 10, burst: 3 })
  const take = (extension: string, count: number) => Array.from({ length: count }, () => pace.take(extension))
  expect(take('shop', 5)).toEqual([0, 0, 0, 100, 200])
  expect([pace.take('other'), pace.peek('shop'), pace.peek('new')]).toEqual([0, 200, 0])
  now = 200
  expect([pace.peek('shop'), pace.take('shop')]).toEqual([0, 100])
  now = 10_000
  expect(take('shop', 4)).toEqual([0, 0, 0, 100])
})
