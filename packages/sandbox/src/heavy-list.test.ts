import { expect, test } from 'vitest'
import { createHeavyList } from './heavy-list.ts'

function open() {
  let now = 0
  return { list: createHeavyList(() => now), pass: (ms: number) => (now += ms) }
}

test('an extension is heavy for ten minutes after it has used more than three seconds of CPU time within ten', () => {
  const { list, pass } = open()
  list.count('shop', 3000)
  expect(list.isHeavy('shop')).toBe(false)
  list.count('shop', 1)
  expect([list.isHeavy('shop'), list.isHeavy('other')]).toEqual([true, false])
  pass(599_999)
  expect(list.isHeavy('shop')).toBe(true)
  pass(1)
  expect(list.isHeavy('shop')).toBe(false)
})

test('as much CPU time spread over a minute makes none heavy', () => {
  const { list, pass } = open()
  for (let n = 0; n < 6; n += 1) {
    list.count('shop', 2900)
    pass(10_000)
  }
  expect(list.isHeavy('shop')).toBe(false)
})

test('one whose run was ended is heavy, whatever it uses', () => {
  const { list, pass } = open()
  list.countEnded('shop')
  pass(599_999)
  expect(list.isHeavy('shop')).toBe(true)
  pass(1)
  expect(list.isHeavy('shop')).toBe(false)
})
