import { expect, test } from 'vitest'
import { barsOf, datesOf, lineOf, pointsOf } from './chart-points.ts'

const row = (date: string, income: number, spending: number, balance_msat: number) => ({
  date,
  income,
  spending,
  fees_msat: 0,
  balance_msat,
})

test('the axis has every period up to today, weeks from Monday', () => {
  const now = new Date(2026, 2, 4)
  expect(datesOf('day', now).slice(-5)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'])
  expect(datesOf('week', now).slice(-2)).toEqual(['2026-02-23', '2026-03-02'])
  expect(datesOf('month', now).slice(-4)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03'])
  expect(['day', 'week', 'month'].map((group) => datesOf(group as 'day', now).length)).toEqual([31, 26, 24])
})

test('a period without payments keeps the balance, which is unknown before the first payment', () => {
  const points = pointsOf(['a', 'b', 'c'], [row('b', 5, 1, 4000)])
  expect(points.map(({ balanceMsat }) => balanceMsat)).toEqual([undefined, 4000, 4000])
  expect(points.map(({ income, spending }) => [income, spending])).toEqual([
    [0, 0],
    [5, 1],
    [0, 0],
  ])
})

test('line and bars stay within their box', () => {
  const points = pointsOf(['a', 'b', 'c'], [row('a', 10, 0, 10_000), row('c', 0, 5, 5000)])
  expect(lineOf(points, 100, 50)).toEqual({ path: 'M0 0L50 0L100 25', end: { x: 100, y: 25 }, isSingle: false })
  expect(barsOf(points, 90, 40).map(({ income, spending }) => [income, spending])).toEqual([
    [20, 0],
    [0, 0],
    [0, 10],
  ])
  expect(lineOf(pointsOf(['a'], []), 100, 50)).toEqual({ path: '', end: undefined, isSingle: false })
})

test('a single balance gets a point at its height', () => {
  const points = pointsOf(['a', 'b'], [row('b', 1, 0, 1000)])
  expect(lineOf(points, 100, 50)).toEqual({ path: 'M100 0', end: { x: 100, y: 0 }, isSingle: true })
})
