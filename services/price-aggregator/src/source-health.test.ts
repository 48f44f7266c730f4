import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceAnswer } from './exchanges/source.ts'
import { createSourceHealth } from './source-health.ts'

const good: SourceAnswer = {
  cells: new Map([['USD', { ok: true, price: 1, tradedAt: undefined }]]),
  error: undefined,
  retryAfterMs: undefined,
}
const bad: SourceAnswer = { cells: new Map(), error: 'HTTP 500', retryAfterMs: undefined }

test('a source that fails is asked in every cycle for its first five consecutive failures', () => {
  const health = createSourceHealth(() => 0.999)
  for (let failure = 1; failure <= 5; failure += 1) {
    expect(health.shouldAsk(failure)).toBe(true)
    health.record(bad, failure)
  }
  expect(health.shouldAsk(6)).toBe(true)
})

test('later it skips at most four cycles in a row, and one good answer ends that', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.9999, noNaN: true }), { minLength: 1, maxLength: 20 }),
      (randoms) => {
        let drawn = 0
        const health = createSourceHealth(() => randoms[drawn++ % randoms.length] ?? 0)
        let skipped = 0
        for (let cycle = 0; cycle < 200; cycle += 1) {
          if (health.shouldAsk(cycle)) {
            health.record(bad, cycle)
            skipped = 0
          } else skipped += 1
          expect(skipped).toBeLessThanOrEqual(4)
        }
        while (!health.shouldAsk(200));
        health.record(good, 200)
        expect(health.shouldAsk(201)).toBe(true)
      },
    ),
  )
})

test('the Retry-After of the exchange is respected, and not extended', () => {
  const health = createSourceHealth(() => 0)
  health.record({ ...bad, retryAfterMs: 90_000 }, 1_000)
  expect(health.shouldAsk(90_999)).toBe(false)
  expect(health.shouldAsk(91_000)).toBe(true)
})

test('the last error and the count of failures are reported until the next success', () => {
  const health = createSourceHealth(() => 0)
  health.record(bad, 1)
  health.record(bad, 2)
  expect(health).toMatchObject({ lastSuccessAt: null, lastError: 'HTTP 500', consecutiveFailures: 2 })
  health.record(good, 3)
  expect(health).toMatchObject({ lastSuccessAt: 3, lastError: null, consecutiveFailures: 0 })
})
