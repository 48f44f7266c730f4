import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isForgotten, type Standing, THROTTLE_RULES, waitSeconds } from './throttle-rules.ts'

const NOW = 1_700_000_000
const NONE = { failures: 0, lastAt: 0 }
const NO_FAILURES: Standing = { own: NONE, account: { ...NONE, addresses: 0 }, address: NONE, known: false }

const failed = (failures: number, secondsAgo = 0) => ({ failures, lastAt: NOW - secondsAgo })
const wait = (standing: Partial<Standing>): number =>
  waitSeconds({ ...NO_FAILURES, ...standing }, THROTTLE_RULES.password, NOW)
/** One address, and no other, failed at the account. */
const alone = (failures: number, secondsAgo = 0): Partial<Standing> => ({
  own: failed(failures, secondsAgo),
  account: { ...failed(failures, secondsAgo), addresses: 1 },
})

test('five failures are free, from the sixth on the delay doubles, up to a quarter of an hour (D7)', () => {
  const delays = [0, 1, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 1000].map((failures) => wait({ own: failed(failures) }))
  expect(delays).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 512, 900, 900, 900])
})

test('a delay counts from the last failure, and a clock that was put back does not lengthen it', () => {
  expect([0, 1, 7, 8, 9].map((ago) => wait({ own: failed(9, ago) }))).toEqual([8, 7, 1, 0, 0])
  expect(wait({ own: { failures: 9, lastAt: NOW + 3600 } })).toBe(8)
})

test('an address that logged in before is delayed by its own failures only', () => {
  const flood = { account: { ...failed(100_000), addresses: 5000 }, address: failed(5000) }
  expect([wait({ ...flood, known: true }), wait({ ...flood, known: true, own: failed(7) })]).toEqual([0, 2])
})

test('an address elsewhere is not delayed by one guesser, however long they try', () => {
  expect(wait({ account: { ...failed(100_000), addresses: 1 } })).toBe(0)
  expect(wait({ account: { ...failed(100_000), addresses: 5 } })).toBe(0)
})

test('a guesser with many addresses shares few tries among them, and the delay stays short', () => {
  expect(wait({ account: { ...failed(6), addresses: 6 } })).toBe(1)
  expect(wait({ account: { ...failed(100_000), addresses: 6 } })).toBe(4)
  expect(wait({ own: failed(1), account: { ...failed(6), addresses: 2 } })).toBe(1)
})

test('an address that goes from account to account is delayed, later than at a single one', () => {
  const at = (failures: number) => wait({ address: failed(failures) })
  expect([at(30), at(31), at(32), at(60)]).toEqual([0, 1, 2, 900])
  expect(waitSeconds({ ...NO_FAILURES, address: failed(6) }, THROTTLE_RULES['user-id'], NOW)).toBe(1)
})

test('five failures expire after a quarter of an hour, more after a day', () => {
  expect([isForgotten(failed(5, 899), NOW), isForgotten(failed(5, 900), NOW)]).toEqual([false, true])
  expect([isForgotten(failed(6, 86_399), NOW), isForgotten(failed(6, 86_400), NOW)]).toEqual([false, true])
})

test('more failures never mean a shorter delay, and no delay is longer than a quarter of an hour', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(1000), (failures, ago) => {
      const [now, later] = [wait(alone(failures, ago)), wait(alone(failures + 1, ago))]
      expect(later).toBeGreaterThanOrEqual(now)
      expect(later).toBeLessThanOrEqual(900)
    }),
  )
})
