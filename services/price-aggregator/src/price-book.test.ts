import { expect, test } from 'vitest'
import type { CellAnswer, Source, SourceAnswer } from './exchanges/source.ts'
import { createPriceBook } from './price-book.ts'

const source = {
  id: 'source_a',
  pairs: new Map([
    ['USD', 'BTC-USD'],
    ['EUR', 'BTC-EUR'],
  ]),
} as unknown as Source

const answer = (cells: Record<string, CellAnswer>): SourceAnswer => ({
  cells: new Map(Object.entries(cells)),
  error: undefined,
  retryAfterMs: undefined,
})
const priced = (price: number, tradedAt?: number): CellAnswer => ({ ok: true, price, tradedAt })
const failed: CellAnswer = { ok: false, error: 'HTTP 500' }

test('a value is null until the exchange has returned a price', () => {
  const book = createPriceBook([source])
  expect(book.cell('source_a', 'USD').price).toBeNull()
  book.record('source_a', answer({ USD: failed }), 1)
  expect(book.cell('source_a', 'USD')).toMatchObject({ price: null, error: 'HTTP 500' })
})

test('a failed fetch keeps the last known value and says why', () => {
  const book = createPriceBook([source])
  book.record('source_a', answer({ USD: priced(5) }), 1)
  book.record('source_a', answer({ USD: failed }), 2)
  expect(book.cell('source_a', 'USD')).toEqual({ price: 5, updatedAt: 1, tradedAt: null, error: 'HTTP 500' })
  book.record('source_a', answer({ USD: priced(6) }), 3)
  expect(book.cell('source_a', 'USD')).toEqual({ price: 6, updatedAt: 3, tradedAt: null, error: null })
})

test('a currency missing from an answer keeps its value', () => {
  const book = createPriceBook([source])
  book.record('source_a', answer({ USD: priced(5), EUR: priced(4) }), 1)
  book.record('source_a', answer({ USD: priced(6) }), 2)
  expect(book.prices('EUR')[0]).toBe(4)
})

test('an older trade never replaces a newer one', () => {
  const book = createPriceBook([source])
  book.record('source_a', answer({ USD: priced(5, 100) }), 1)
  book.record('source_a', answer({ USD: priced(4, 99) }), 2)
  expect(book.cell('source_a', 'USD')).toMatchObject({ price: 5, tradedAt: 100 })
  book.record('source_a', answer({ USD: priced(6, 100) }), 3)
  expect(book.cell('source_a', 'USD').price).toBe(6)
})

test('prices are in the order source_a to source_g', () => {
  const book = createPriceBook([source, { ...source, id: 'source_g' }])
  book.record('source_g', answer({ USD: priced(7) }), 1)
  expect(book.prices('USD')).toEqual([null, null, null, null, null, null, 7])
})

test('only listed pairs of known sources are restored', () => {
  const book = createPriceBook([source])
  const cell = { price: 5, updatedAt: 1, tradedAt: null, error: null }
  book.restore('source_a', 'CZK', cell)
  book.restore('source_b', 'USD', cell)
  book.restore('source_a', 'USD', cell)
  expect([book.prices('CZK'), book.prices('USD')].map((prices) => prices.filter((price) => price !== null))).toEqual([
    [],
    [5],
  ])
})
