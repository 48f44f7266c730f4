import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statisticsOf } from './statistics.ts'

const prices = fc.array(fc.option(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), { nil: null }), { maxLength: 7 })

test('without any price all three are null', () => {
  expect(statisticsOf([])).toEqual({ median: null, min: null, max: null })
  expect(statisticsOf([null, null])).toEqual({ median: null, min: null, max: null })
})

test('null sources are left out', () => {
  expect(statisticsOf([null, 3, null, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
})

test('the median of two is their mean, exactly', () => {
  expect(statisticsOf([0.1, 0.2]).median).toBe(0.15)
  expect(statisticsOf([95230.1, 95230.2]).median).toBe(95230.15)
})

test('prices are ordered as numbers, not as text', () => {
  expect(statisticsOf([100000, 99999, 9])).toEqual({ median: 99999, min: 9, max: 100000 })
})

test('min ≤ median ≤ max, and half of the prices lie on each side', () => {
  fc.assert(
    fc.property(prices, (values) => {
      const known = values.filter((value) => value !== null)
      const { median, min, max } = statisticsOf(values)
      if (known.length === 0) return median === null
      const middle = median as number
      const below = known.filter((value) => value < middle).length
      const above = known.filter((value) => value > middle).length
      return (
        min === Math.min(...known) &&
        max === Math.max(...known) &&
        below <= known.length / 2 &&
        above <= known.length / 2
      )
    }),
  )
})
