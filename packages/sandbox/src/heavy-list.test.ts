import { expect, test } from 'vitest'
import { createHeavyList } from './heavy-list.ts'

function open() {
  let now = 0
  return { list: createHeavyList(() => now), pass: (ms: number) => (now += ms) }
}

/** Work with little logging. */
const work = (milliseconds: number) => ({ milliseconds, size: 0 })

test('an extension is heavy for ten minutes after it has used more than three seconds of CPU time within ten', () => {
  const { list, pass } = open()
  list.countLoad('shop', 3000)
  expect(list.isHeavy('shop')).toBe(false)
  list.countSlice('shop', work(1))
  expect([list.isHeavy('shop'), list.isHeavy('other')]).toEqual([true, false])
  pass(599_999)
  expect(list.isHeavy('shop')).toBe(true)
  pass(1)
  expect(list.isHeavy('shop')).toBe(false)
})

test('the same CPU time spread over a minute makes no extension heavy', () => {
  const { list, pass } = open()
  for (let n = 0; n < 6; n += 1) {
    list.countSlice('shop', work(2900))
    pass(10_000)
  }
  expect(list.isHeavy('shop')).toBe(false)
})

test('an extension counts as slow after more than a second of CPU time within ten, and is not heavy yet', () => {
  const { list, pass } = open()
  for (let n = 0; n < 100; n += 1) list.countSlice('shop', work(10))
  expect(list.delaysOthers('shop')).toBe(false)
  list.countSlice('shop', work(1))
  expect([list.delaysOthers('shop'), list.isHeavy('shop'), list.delaysOthers('other')]).toEqual([true, false, false])
  pass(599_999)
  expect(list.delaysOthers('shop')).toBe(true)
  pass(1)
  expect(list.delaysOthers('shop')).toBe(false)
})

test('CPU time without a pause counts as slow sooner', () => {
  const { list } = open()
  list.countSlice('signing', work(100))
  expect(list.delaysOthers('signing')).toBe(false)
  list.countSlice('signing', work(101))
  expect([list.delaysOthers('signing'), list.isHeavy('signing')]).toEqual([true, false])
})

test('an extension that logs much counts as slow, too', () => {
  const { list } = open()
  for (let n = 0; n < 9; n += 1) list.countSlice('telling', { milliseconds: 0, size: 1_100_000 })
  expect(list.delaysOthers('telling')).toBe(false)
  list.countSlice('telling', { milliseconds: 0, size: 1_100_000 })
  expect([list.delaysOthers('telling'), list.isHeavy('telling')]).toEqual([true, false])
})

test('loading time does not make an extension slow', () => {
  const { list } = open()
  list.countLoad('shop', 2900)
  expect([list.delaysOthers('shop'), list.isHeavy('shop')]).toEqual([false, false])
})

test('a heavy extension also counts as slow', () => {
  const { list } = open()
  list.countEnded('shop')
  expect([list.delaysOthers('shop'), list.isHeavy('shop')]).toEqual([true, true])
})

test('an extension whose run was ended is heavy, whatever its CPU time', () => {
  const { list, pass } = open()
  list.countEnded('shop')
  pass(599_999)
  expect(list.isHeavy('shop')).toBe(true)
  pass(1)
  expect(list.isHeavy('shop')).toBe(false)
})
