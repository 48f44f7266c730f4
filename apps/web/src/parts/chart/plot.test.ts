import fc from 'fast-check'
import { expect, test } from 'vitest'
import { niceAxis } from './nice-axis.ts'
import { type Box, barOf, indexAt, lineOf, xOf, yOf } from './plot.ts'

const box: Box = { width: 300, height: 118, isMirrored: false }
const mirrored: Box = { ...box, isMirrored: true }
const TICKS = [-1000n, 0n, 1000n]

test('higher is higher, and time runs as the script does', () => {
  expect([1000n, 0n, -1000n].map((amount) => yOf(amount, TICKS, box))).toEqual([16, 66, 116])
  expect([0, 1, 2].map((index) => xOf(index, 3, box))).toEqual([50, 150, 250])
  expect([0, 1, 2].map((index) => xOf(index, 3, mirrored))).toEqual([250, 150, 50])
  expect(lineOf([1000n, 0n, -1000n], TICKS, box)).toBe('M50 16L150 66L250 116')
})

test('a single balance is a level line, and no balance no line', () => {
  expect(lineOf([0n], TICKS, box)).toBe('M0 66H300')
  expect(lineOf([], TICKS, box)).toBe('')
})

test('income is drawn above zero, spending below, and a tiny amount can be seen', () => {
  expect(barOf(1000n, 0, 30, TICKS, box)).toEqual({ x: 1.5, y: 16, width: 7, height: 50 })
  expect(barOf(-1000n, 0, 30, TICKS, box)).toEqual({ x: 1.5, y: 66, width: 7, height: 50 })
  expect([barOf(1n, 0, 30, TICKS, box), barOf(-1n, 0, 30, TICKS, box)]).toMatchObject([
    { y: 64.5, height: 1.5 },
    { y: 66, height: 1.5 },
  ])
  expect(barOf(0n, 0, 30, TICKS, box)).toBeUndefined()
})

test('the pointer finds the period that is drawn there, and outside the box the nearest one', () => {
  for (const each of [box, mirrored])
    for (const index of [0, 1, 15, 29]) expect(indexAt(xOf(index, 30, each), 30, each)).toBe(index)
  expect([indexAt(-5, 30, box), indexAt(999, 30, box)]).toEqual([0, 29])
})

test('every amount is drawn inside the box', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), { minLength: 1 }), (amounts) => {
      const ticks = niceAxis(amounts, 1000n, 6)
      for (const amount of amounts) {
        const y = yOf(amount, ticks, box)
        expect([amount, y >= 16 && y <= 116]).toEqual([amount, true])
      }
    }),
  )
})
