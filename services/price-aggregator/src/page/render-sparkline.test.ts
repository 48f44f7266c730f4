import { expect, test } from 'vitest'
import type { HistoryPoint } from '../price-history.ts'
import { renderSparkline } from './render-sparkline.ts'

const START = Date.UTC(2026, 10, 20)

const historyOf = (medians: readonly number[]): HistoryPoint[] =>
  medians.map((median, at) => ({
    timestamp: new Date(START + at * 60_000).toISOString(),
    median,
    min: median,
    max: median,
  }))

const lineOf = (history: readonly HistoryPoint[]): string[] =>
  (/-line" points="([^"]*)"/.exec(renderSparkline('USD', history).markup)?.[1] ?? '').split(' ')

test('the line runs from the oldest point at the left to the newest at the right, and higher is higher', () => {
  expect(lineOf(historyOf([100, 300, 200]))).toEqual(['0,112', '300,8', '600,60'])
})

test('the picture says in words what it shows', () => {
  const { markup } = renderSparkline('USD', historyOf([100, 300, 110]))
  expect(markup).toContain('>USD median over the past 2 min: from 100.00 to 110.00</title>')
  expect(markup).toContain('>+10.00% in 2 min</figcaption>')
})

test('a constant price is a line in the middle', () => {
  expect(lineOf(historyOf([100, 100]))).toEqual(['0,60', '600,60'])
})

test.each([[[]], [[100]]])('without a history there is a sentence instead of a line: %j', (medians) => {
  const { markup } = renderSparkline('USD', historyOf(medians))
  expect(markup).toContain('no history yet</figcaption>')
  expect(markup).not.toMatch(/NaN|Infinity|undefined/)
})

test('a long history has few points and still ends at the newest price', () => {
  const line = lineOf(historyOf(Array.from({ length: 5000 }, (_, at) => at)))
  expect(line.length).toBeLessThanOrEqual(120)
  expect(line.at(-1)).toBe('600,8')
})
