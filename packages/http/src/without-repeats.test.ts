import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SILENT_LOG } from './log.ts'
import { withoutRepeats } from './without-repeats.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const lines: (readonly [object, string])[] = []
  const log = withoutRepeats({ ...SILENT_LOG, warn: (facts, message) => void lines.push([facts, message]) })
  return { lines, log }
}

test('a repeated warning is logged once with its error, then as a count every ten minutes', () => {
  const { lines, log } = open()
  const err = new Error('Too often.')
  for (let tries = 0; tries < 500; tries += 1) log.warn({ intent: String(tries), extension: 'tpos', err }, 'not paid')
  expect(lines).toEqual([[{ intent: '0', extension: 'tpos', err }, 'not paid']])
  vi.advanceTimersByTime(600_000)
  expect(lines.slice(1)).toEqual([
    [{ intent: '499', extension: 'tpos', error: 'Too often.', repeated: 499 }, 'not paid'],
  ])
  log.warn({ intent: '500', extension: 'tpos', err }, 'not paid')
  vi.advanceTimersByTime(600_000)
  expect(lines.slice(2)).toMatchObject([[{ intent: '500', repeated: 1 }, 'not paid']])
  vi.advanceTimersByTime(6_000_000)
  expect(lines).toHaveLength(3)
  log.warn({ intent: '501', extension: 'tpos', err }, 'not paid')
  expect(lines.at(-1)).toEqual([{ intent: '501', extension: 'tpos', err }, 'not paid'])
})

test('a warning without an error is counted as well; one about another receipt is logged', () => {
  const { lines, log } = open()
  for (let at = 0; at < 5; at += 1) log.warn({ delivery: String(at), wallet: 'w', reason: 'x' }, 'blocked')
  for (let at = 0; at < 5; at += 1)
    log.warn({ extension: 'events', data: { ticket: at, why: 'empty' } }, 'not refunded')
  expect(lines).toHaveLength(2)
  for (let at = 0; at < 3; at += 1) log.warn({ receipt: String(at) }, 'unknown hash')
  expect(lines).toHaveLength(5)
  vi.advanceTimersByTime(600_000)
  expect(lines.slice(5)).toEqual([
    [{ delivery: '4', wallet: 'w', reason: 'x', repeated: 4 }, 'blocked'],
    [{ extension: 'events', data: { ticket: 4, why: 'empty' }, repeated: 4 }, 'not refunded'],
  ])
})

test('another error and another fact are logged separately', () => {
  const { lines, log } = open()
  log.warn({ url: 'a', err: new Error('one') }, 'failed')
  log.warn({ url: 'a', err: new Error('two') }, 'failed')
  log.warn({ url: 'b', err: new Error('one') }, 'failed')
  log.warn({ reason: 'x' }, 'blocked')
  log.warn({ reason: 'y' }, 'blocked')
  expect(lines).toHaveLength(5)
})
