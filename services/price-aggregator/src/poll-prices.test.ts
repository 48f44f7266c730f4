import { expect, test } from 'vitest'
import { SOURCE_IDS, type SourceAnswer, type SourceId } from './exchanges/source.ts'
import { createPoller } from './poll-prices.ts'
import { createSourceHealth } from './source-health.ts'

/** A poller whose exchanges answer and whose time passes only when the test decides. */
function openPoller(ids: readonly SourceId[] = SOURCE_IDS.slice(0, 3)) {
  const waiting = new Map<SourceId, (answer: SourceAnswer) => void>()
  const asked: SourceId[] = []
  const recorded: SourceId[] = []
  const published: number[] = []
  const timers = new Set<{ readonly at: number; readonly wake: () => void }>()
  let now = 0
  const poller = createPoller({
    sources: ids.map((id) => ({
      id,
      health: createSourceHealth(() => 0),
      fetch: () => {
        asked.push(id)
        return new Promise((resolve) => waiting.set(id, resolve))
      },
    })),
    book: { record: (id: SourceId) => void recorded.push(id) } as never,
    intervalMs: 10_000,
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const timer = { at: now + ms, wake: resolve }
        if (signal.aborted) return resolve()
        timers.add(timer)
        signal.addEventListener('abort', () => {
          timers.delete(timer)
          resolve()
        })
      }),
    publish: (completedAt) => published.push(completedAt),
  })
  /** Lets everything that is ready run. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    poller,
    asked,
    recorded,
    published,
    timers,
    settle,
    async answer(id: SourceId, ok = true) {
      const cells = new Map([
        ['USD', ok ? ({ ok: true, price: 1, tradedAt: undefined } as const) : ({ ok: false, error: 'no' } as const)],
      ])
      waiting.get(id)?.({ cells, error: ok ? undefined : 'no', retryAfterMs: undefined })
      waiting.delete(id)
      await settle()
    },
    async pass(ms: number) {
      now += ms
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.wake()
      }
      await settle()
    },
  }
}

test('a cycle is published when every exchange has answered, and not before', async () => {
  const world = openPoller()
  void world.poller.runCycle(0)
  await world.answer('source_a')
  await world.answer('source_b')
  expect(world.published).toEqual([])
  await world.answer('source_c')
  expect(world.published).toEqual([0])
  expect(world.timers.size).toBe(0)
})

test('failed answers complete a cycle too', async () => {
  const world = openPoller()
  void world.poller.runCycle(0)
  for (const id of ['source_a', 'source_b', 'source_c'] as const) await world.answer(id, false)
  expect(world.published).toEqual([0])
})

test('exchanges that hang end the cycle with the interval, not later', async () => {
  const world = openPoller()
  void world.poller.runCycle(0)
  await world.pass(9_999)
  expect(world.published).toEqual([])
  await world.pass(1)
  expect(world.published).toEqual([10_000])
})

test('a source with a round in flight is not asked again; its late answer counts once, for the next cycle', async () => {
  const world = openPoller()
  void world.poller.runCycle(0)
  await world.answer('source_a')
  await world.answer('source_b')
  await world.pass(10_000)
  void world.poller.runCycle(0)
  await world.settle()
  expect(world.asked.filter((id) => id === 'source_c')).toHaveLength(1)
  await world.answer('source_c')
  await world.answer('source_a')
  await world.answer('source_b')
  expect(world.published).toHaveLength(2)
  expect(world.recorded.filter((id) => id === 'source_c')).toHaveLength(1)
  void world.poller.runCycle(0)
  await world.settle()
  expect(world.asked.filter((id) => id === 'source_c')).toHaveLength(2)
})

test('a source that failed last time delays the others by a second at most', async () => {
  const world = openPoller()
  void world.poller.runCycle(0)
  await world.answer('source_a')
  await world.answer('source_b')
  await world.answer('source_c', false)
  void world.poller.runCycle(0)
  await world.settle()
  await world.answer('source_a')
  await world.answer('source_b')
  expect(world.published).toHaveLength(1)
  await world.pass(1_000)
  expect(world.published).toHaveLength(2)
})

test('a source that comes back within that second is in the same cycle', async () => {
  const world = openPoller()
  void world.poller.runCycle(0)
  for (const id of ['source_a', 'source_b', 'source_c'] as const) await world.answer(id, false)
  void world.poller.runCycle(0)
  await world.settle()
  for (const id of ['source_a', 'source_b', 'source_c'] as const) await world.answer(id)
  expect(world.published).toEqual([0, 0])
})

test('cycles start at a fixed rate, never overlap, and stop with the signal', async () => {
  const world = openPoller(['source_a'])
  const stop = new AbortController()
  const ended = world.poller.run(stop.signal)
  await world.settle()
  await world.pass(3_000)
  await world.answer('source_a')
  expect(world.asked).toHaveLength(1)
  await world.pass(6_999)
  expect(world.asked).toHaveLength(1)
  await world.pass(1)
  expect(world.asked).toHaveLength(2)
  await world.answer('source_a')
  stop.abort()
  await ended
  expect(world.timers.size).toBe(0)
  expect(world.published).toEqual([3_000, 10_000])
})
