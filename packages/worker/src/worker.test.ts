import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorker } from './worker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createLog() {
  const warnings: string[] = []
  return { warnings, warn: (_fields: object, message: string) => void warnings.push(message) }
}

test('work is repeated at an interval, counted from the end of the last run', async () => {
  let runs = 0
  const worker = createWorker({ work: async () => void (runs += 1), everyMs: 1000, what: 'counting', log: createLog() })
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(2001)
  expect(runs).toBe(3)
  await worker.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toBe(3)
})

test('an error is logged with what failed, and the work is tried again', async () => {
  const log = createLog()
  let runs = 0
  const work = async (): Promise<void> => {
    runs += 1
    if (runs < 3) throw new Error('not yet')
  }
  const worker = createWorker({ work, everyMs: 1000, what: 'counting', log })
  await vi.advanceTimersByTimeAsync(3000)
  expect(log.warnings).toEqual(['counting failed; retrying', 'counting failed; retrying'])
  expect(runs).toBe(3)
  await worker.stop()
})

test('a wake during a run leads to one more run, also when it comes as the run ends', async () => {
  let runs = 0
  const wakes: (() => void)[] = []
  const work = async (): Promise<void> => {
    runs += 1
    if (runs > 2) return
    wakes.forEach((wake) => wake())
    await Promise.resolve()
    queueMicrotask(() => wakes.forEach((wake) => wake()))
  }
  const worker = createWorker({ work, what: 'counting', log: createLog() })
  wakes.push(worker.wake)
  worker.wake()
  await worker.caughtUp()
  await vi.runAllTimersAsync()
  expect(runs).toBeGreaterThanOrEqual(3)
  expect(runs).toBeLessThanOrEqual(5)
})

test('many wakes during the gap after a run lead to one run', async () => {
  let runs = 0
  const worker = createWorker({
    work: async () => void (runs += 1),
    minGapMs: 20,
    what: 'counting',
    log: createLog(),
  })
  worker.wake()
  await vi.advanceTimersByTimeAsync(5)
  for (let count = 0; count < 50; count += 1) worker.wake()
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(20)
  expect(runs).toBe(2)
  const stopped = worker.stop()
  await vi.advanceTimersByTimeAsync(20)
  await stopped
})

test('stop() waits for the run in flight and starts no other', async () => {
  let runs = 0
  let finish = (): void => undefined
  const work = (): Promise<void> => {
    runs += 1
    return new Promise((resolve) => (finish = resolve))
  }
  const worker = createWorker({ work, everyMs: 10, what: 'counting', log: createLog() })
  worker.wake()
  worker.wake()
  let hasStopped = false
  const stopped = worker.stop().then(() => (hasStopped = true))
  await vi.advanceTimersByTimeAsync(100)
  expect(hasStopped).toBe(false)
  finish()
  await stopped
  expect(runs).toBe(1)
  worker.wake()
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toBe(1)
})
