import { expect, test } from 'vitest'
import { createPriceHistory, MAX_CYCLES } from './price-history.ts'

const cycle = (second: number) => ({
  at: second * 1000,
  currencies: { USD: [second, second - 1, second + 1] as const },
})
const all = { currency: 'USD', from: undefined, to: undefined, limit: 1000 }

test('points are the newest in the range, newest last', () => {
  const history = createPriceHistory([1, 2, 3, 4, 5].map(cycle))
  const medians = (query: object) => history.points({ ...all, ...query }).map(({ median }) => median)
  expect(medians({})).toEqual([1, 2, 3, 4, 5])
  expect(medians({ limit: 2 })).toEqual([4, 5])
  expect(medians({ from: 2, to: 4 })).toEqual([2, 3, 4])
  expect(medians({ to: 4, limit: 2 })).toEqual([3, 4])
  expect(medians({ currency: 'EUR' })).toEqual([])
})

test('a point carries its time in UTC with median, min and max', () => {
  expect(createPriceHistory([cycle(60)]).points(all)).toEqual([
    { timestamp: '1970-01-01T00:01:00.000Z', median: 60, min: 59, max: 61 },
  ])
})

test('memory stays constant: the oldest cycles are removed', () => {
  const history = createPriceHistory()
  for (let second = 1; second <= MAX_CYCLES * 3; second += 1) history.add(cycle(second))
  expect(history.cycles.length).toBeLessThanOrEqual(MAX_CYCLES * 1.1)
  expect(history.points({ ...all, limit: 1 })[0]?.median).toBe(MAX_CYCLES * 3)
})
