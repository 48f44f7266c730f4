import { expect, test, vi } from 'vitest'
import type { Log } from '../log.ts'
import { SILENT_LOG } from '../log.ts'
import { type AddCounts, type AddedRequests, createSharedRateLimitStore } from './rate-limit-shared.ts'
import { rateLimitStoreContract, sharedRateLimitContract } from './rate-limit-store.contract.ts'

/** The shared counts of several processes, in this one. */
function createCounts() {
  const sums = new Map<string, { requests: number; endsAt: number }>()
  const batches: AddedRequests[][] = []
  let broken = false
  const addCounts: AddCounts = async (added) => {
    if (broken) throw new Error('away')
    batches.push([...added])
    const now = performance.now()
    return added.map(({ client, requests, leftMs }) => {
      const before = sums.get(client)
      const sum = before !== undefined && before.endsAt > now ? before : { requests: 0, endsAt: now + leftMs }
      sum.requests += requests
      sums.set(client, sum)
      return { client, requests: sum.requests, leftMs: sum.endsAt - now }
    })
  }
  return {
    addCounts,
    batches,
    breaks: (now: boolean) => {
      broken = now
    },
  }
}

const LIMIT = { requests: 80, windowMs: 60_000 }
const log = SILENT_LOG
const { addCounts: common } = createCounts()
rateLimitStoreContract('shared', async (options) =>
  createSharedRateLimitStore({ ...options, addCounts: createCounts().addCounts, log }),
)
sharedRateLimitContract('shared', () => ({
  openStore: async (options) => createSharedRateLimitStore({ ...options, addCounts: common, log }),
}))

test('few requests are shared by a timer; an eighth of the limit is shared immediately', async () => {
  const { addCounts, batches } = createCounts()
  const store = createSharedRateLimitStore({ ...LIMIT, addCounts, log, shareEveryMs: 30 })
  store.count('a')
  store.count('a')
  expect(batches).toEqual([])
  await vi.waitFor(() => expect(batches.length).toBe(1))
  expect(batches[0]).toMatchObject([{ client: '60000/a', requests: 2 }])
  for (let count = 0; count < 10; count += 1) store.count('b')
  expect(batches[1]).toMatchObject([{ client: '60000/b', requests: 10 }])
  await store.close()
})

test('rejected requests are not shared, so that a flood costs the other processes nothing', async () => {
  const { addCounts, batches } = createCounts()
  const store = createSharedRateLimitStore({ ...LIMIT, addCounts, log })
  for (let count = 0; count < 10_000; count += 1) {
    store.count('a')
    if (count % 10 === 0) await store.share()
  }
  expect(batches.flat().reduce((sum, { requests }) => sum + requests, 0)).toBe(81)
  await store.close()
})

test('while sharing fails each process limits by itself, warns once, and shares its counts later', async () => {
  const warnings: string[] = []
  const noting: Log = { ...SILENT_LOG, warn: (_facts, message) => warnings.push(message) }
  const { addCounts, batches, breaks } = createCounts()
  breaks(true)
  const store = createSharedRateLimitStore({ ...LIMIT, addCounts, log: noting })
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 30; count += 1) store.count('a')
    await store.share()
  }
  expect(store.count('a').requests).toBe(91)
  expect(warnings).toEqual(['the rate limit cannot be shared: each process limits by itself meanwhile'])
  breaks(false)
  await store.share()
  expect(batches.flat()).toMatchObject([{ client: '60000/a', requests: 81 }])
  breaks(true)
  store.count('b')
  await store.share()
  expect(warnings.length).toBe(2)
  await store.close()
})

test('a closed store of limits shares no counts with other processes', async () => {
  const { addCounts, batches } = createCounts()
  const store = createSharedRateLimitStore({ ...LIMIT, addCounts, log, shareEveryMs: 1 })
  await store.close()
  for (let count = 0; count < 50; count += 1) store.count('a')
  await store.share()
  expect(batches).toEqual([])
})
