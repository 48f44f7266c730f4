import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitEnds, limitedUntil, noteLimit, retryAfter } from './rate-limit.ts'

const answer = (status: number, headers: Record<string, string>) => ({ status, headers: new Headers(headers) })

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('waiting requests continue when the rate limit ends, as its Retry-After says', async () => {
  expect(noteLimit(answer(429, { 'retry-after': '58', 'ratelimit-remaining': '0' }))).toBe(true)
  expect(limitedUntil.get()).toBe(Date.now() + 58_000)
  let hasEnded = false
  const waiting = limitEnds().then(() => (hasEnded = true))
  await vi.advanceTimersByTimeAsync(57_999)
  expect(hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(limitedUntil.get()).toBeUndefined()
})

test('a later 429 extends the wait', async () => {
  noteLimit(answer(429, { 'retry-after': '5' }))
  await vi.advanceTimersByTimeAsync(4000)
  noteLimit(answer(429, { 'retry-after': '60' }))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(limitedUntil.get()).toBeDefined()
  await vi.advanceTimersByTimeAsync(1000)
  expect(limitedUntil.get()).toBeUndefined()
})

test("a limit of log-ins or of a till's invoices does not count as a limit of every request", () => {
  expect(noteLimit(answer(429, { 'retry-after': '600', 'ratelimit-remaining': '150' }))).toBe(false)
  expect(noteLimit(answer(503, { 'retry-after': '600' }))).toBe(false)
  expect(limitedUntil.get()).toBeUndefined()
})

test('without a global limit only single routes answer 429, except behind a proxy', () => {
  expect(noteLimit(answer(429, { 'retry-after': '86400', 'x-request-id': '0123456789ab-1' }))).toBe(false)
  expect(limitedUntil.get()).toBeUndefined()
  expect(noteLimit(answer(429, { 'retry-after': '5' }))).toBe(true)
})

test('the route limit of the last request does not extend the global limit', () => {
  const limit = { 'ratelimit-remaining': '0', 'ratelimit-reset': '20', 'x-request-id': '0123456789ab-1' }
  expect(noteLimit(answer(429, { ...limit, 'retry-after': '86400' }))).toBe(true)
  expect(limitedUntil.get()).toBe(Date.now() + 20_000)
})

test('without a limit requests do not wait, and an aborted one rejects', async () => {
  await limitEnds()
  noteLimit(answer(429, { 'retry-after': '58' }))
  const left = new AbortController()
  const waiting = limitEnds(left.signal)
  left.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(limitEnds(left.signal)).rejects.toThrow('gone')
})

test.each([
  ['58', 58],
  ['0', 1],
  [new Date(1_800_000_030_000).toUTCString(), 30],
  ['soon', 10],
  ['', 10],
])('Retry-After %j is a wait of %d seconds', (text, seconds) => {
  expect(retryAfter(new Headers({ 'retry-after': text }))).toBe(seconds)
})
