import { expect, test } from 'vitest'
import { createMemoryRateLimitStore } from './rate-limit-memory.ts'
import { rateLimitStoreContract } from './rate-limit-store.contract.ts'

rateLimitStoreContract('memory', async (options) => createMemoryRateLimitStore(options))

/** A store whose clock the test moves. */
function openStore(requests: number, mostClients: number) {
  let now = 0
  const store = createMemoryRateLimitStore({ requests, windowMs: 1000, now: () => now, mostClients })
  return {
    count: (client: string, times = 1): number => {
      let last = 0
      for (let count = 0; count < times; count += 1) last = store.count(client).requests
      return last
    },
    advance: (ms: number) => {
      now += ms
    },
  }
}

test('filling the table of clients gives a client above the limit no new window (D8)', () => {
  const { count } = openStore(5, 100)
  count('offender', 6)
  for (let client = 0; client < 1000; client += 1) count(`filler-${client}`)
  expect(count('offender')).toBe(7)
})

test('of the clients below the limit, the one with the least time left is evicted first', () => {
  const { count, advance } = openStore(5, 3)
  count('first', 3)
  advance(1)
  count('second', 3)
  advance(1)
  count('third', 3)
  count('fourth')
  expect([count('second'), count('third'), count('first')]).toEqual([4, 4, 1])
})

test('when all clients in the table are above the limit, the others share one window and none is evicted', () => {
  const { count, advance } = openStore(1, 2)
  count('offender 1', 2)
  count('offender 2', 2)
  expect([count('a'), count('b'), count('c')]).toEqual([1, 2, 3])
  expect([count('offender 1'), count('offender 2')]).toEqual([3, 3])
  advance(1000)
  expect([count('a'), count('offender 1')]).toEqual([1, 1])
})

test('the window is fixed: around its end a client gets at most twice the limit (D8)', () => {
  const { count, advance } = openStore(5, 10)
  count('client')
  advance(999)
  const before = [2, 3, 4, 5, 6].map(() => count('client'))
  advance(1)
  const after = [1, 2, 3, 4, 5].map(() => count('client'))
  expect([...before, ...after].filter((requests) => requests <= 5).length).toBe(9)
})

test('ended windows are evicted before any other', () => {
  const { count, advance } = openStore(5, 3)
  count('old', 2)
  advance(600)
  count('young', 2)
  advance(500)
  count('new 1')
  count('new 2')
  expect(count('young')).toBe(3)
})
