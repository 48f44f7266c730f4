import { expect, test } from 'vitest'
import type { Source, SourceAnswer } from '../exchanges/source.ts'
import { createPriceBook } from '../price-book.ts'
import { publishRates } from '../published-rates.ts'
import { sourceReport } from '../source-report.ts'
import { renderPage } from './render-page.ts'

const NOW = Date.UTC(2026, 10, 20, 13, 5, 9)
const INTERVAL_MS = 60_000

const sourceOf = (id: Source['id'], label: string): Source => ({
  id,
  label,
  enabled: true,
  timeoutMs: 1000,
  pairs: new Map([['USD', 'BTCUSD']]),
  failure: undefined,
  failureText: undefined,
  bulk: undefined,
  single: undefined,
})

type Quoted = { readonly source: Source; readonly price: number | string; readonly at?: number }

/** The page after one cycle in which every source brought its price, or the given error. */
function pageAfter(quotes: readonly Quoted[], currencies: readonly string[] = ['USD']): string {
  const sources = quotes.map(({ source }) => source)
  const book = createPriceBook(sources)
  for (const { source, price, at = NOW } of quotes) book.record(source.id, answerOf(price), at)
  const rates = publishRates({
    completedAt: NOW,
    nextCycleAt: NOW + INTERVAL_MS,
    currencies,
    pricesOf: book.prices,
  })
  const report = sourceReport({ sources, health: new Map(), book, intervalMs: INTERVAL_MS }, rates, NOW)
  return renderPage({ report, rates, historyOf: () => [], now: NOW })
}

function answerOf(price: number | string): SourceAnswer {
  const cell =
    typeof price === 'number'
      ? ({ ok: true, price, tradedAt: undefined } as const)
      : ({ ok: false, error: price } as const)
  return { cells: new Map([['USD', cell]]), error: undefined, retryAfterMs: undefined }
}

const textAt = (page: string, key: string): string | undefined =>
  new RegExp(`data-live="${key}"[^>]*>([^<]*)<`).exec(page)?.[1]

const A = sourceOf('source_a', 'Anna')
const B = sourceOf('source_b', 'Berta')
const C = sourceOf('source_c', 'Carla')

test('median, extremes, spread and the number of sources are on the page', () => {
  const page = pageAfter([
    { source: A, price: 100 },
    { source: B, price: 101 },
    { source: C, price: 99.5 },
  ])
  const shown = ['median', 'fraction', 'min', 'max', 'spread', 'sources'].map((name) => textAt(page, `USD-${name}`))
  expect(shown).toEqual(['100', '.00', '99.50', '101.00', '1.50%', '3 of 3'])
  expect(textAt(page, 'source_b-USD-price')).toBe('101.00')
  expect(textAt(page, 'source_b-USD-deviation')).toBe('+1.00%')
  expect(page).toContain('2026-11-20 13:05:09 UTC')
})

test('an outlier and a stale price are marked, the others are not', () => {
  const page = pageAfter([
    { source: A, price: 100 },
    { source: B, price: 110 },
    { source: C, price: 100, at: NOW - 4 * INTERVAL_MS },
  ])
  const marked = ['source_a', 'source_b', 'source_c'].map((id) => [
    textAt(page, `${id}-USD-outlier`),
    textAt(page, `${id}-USD-stale`),
  ])
  expect(marked).toEqual([
    ['', ''],
    ['outlier', ''],
    ['', 'stale'],
  ])
  expect(textAt(page, 'source_c-USD-age')).toBe('4 min ago')
})

test('a currency without any price shows dashes, with the reason', () => {
  const page = pageAfter([{ source: A, price: 'HTTP 503' }], ['USD', 'JPY'])
  for (const currency of ['USD', 'JPY']) {
    const shown = ['median', 'min', 'max', 'spread'].map((name) => textAt(page, `${currency}-${name}`))
    expect(shown).toEqual(['—', '—', '—', '—'])
  }
  expect([textAt(page, 'USD-sources'), textAt(page, 'JPY-sources')]).toEqual(['0 of 1', '0 of 0'])
  expect(textAt(page, 'source_a-USD-price')).toBe('—')
  expect(page).toContain('<td title="HTTP 503"')
  expect(page).toContain('not listed')
  expect(page).not.toMatch(/NaN|null|undefined/)
})

test('external labels and errors stay text', () => {
  const hostile = `<script>alert(1)</script>"'&`
  const page = pageAfter([{ source: sourceOf('source_a', hostile), price: hostile }])
  expect(page).not.toContain('<script>')
  expect(page.split('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;')).toHaveLength(4)
})

test('before the first cycle the page shows that it waits', () => {
  const book = createPriceBook([A])
  const report = sourceReport({ sources: [A], health: new Map(), book, intervalMs: INTERVAL_MS }, undefined, NOW)
  const page = renderPage({ report, rates: undefined, historyOf: () => [], now: NOW })
  expect(page).toContain('Waiting for the first prices')
  expect(page).toContain('href="/docs"')
})

test('every updatable element has a unique key, by which the update finds it', () => {
  const page = pageAfter([
    { source: A, price: 100 },
    { source: B, price: 'HTTP 503' },
  ])
  const keys = [...page.matchAll(/data-live="([^"]*)"/g)].map((match) => match[1])
  expect(keys.length).toBeGreaterThan(20)
  expect(new Set(keys).size).toBe(keys.length)
})
