import { expect, test } from 'vitest'
import type { Journal } from '../journal/journal.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { NodeReply } from '../journal/node-calls.ts'
import { type NodeEngine, openNodeEngine } from './node-engine.ts'

const SOON = { timeout: 5_000, interval: 5 }

interface World {
  readonly engine: NodeEngine
  readonly replies: NodeReply[]
  readonly entries: JournalEntry[]
  commits: number
  failNextCommit: boolean
}

/** The engine on a journal in memory whose commits are counted and can fail. */
function openWorld(): World {
  const entries: JournalEntry[] = []
  const replies: NodeReply[] = []
  const journal: Journal = {
    *entriesAfter(id) {
      for (const [index, entry] of entries.slice(id).entries()) yield { id: id + index + 1, entry }
    },
    newestId: () => entries.length,
    append: (entry) => entries.push(entry),
    transact(work) {
      const length = entries.length
      const result = work()
      if (world.failNextCommit) {
        world.failNextCommit = false
        entries.length = length
        throw new Error('disk full')
      }
      world.commits += 1
      return result
    },
    close: () => undefined,
  }
  const world = { entries, replies, commits: 0, failNextCommit: false } as unknown as World & { engine: NodeEngine }
  const reply = (some: readonly NodeReply[]): void => void replies.push(...some)
  return Object.assign(world, { engine: openNodeEngine({ journal, clock: Date.now, reply, tell: () => undefined }) })
}

const createCall = (id: number, hash = id.toString(16).padStart(64, '0')) =>
  ({
    id,
    call: 'create',
    date: 0,
    ask: { hash, amountMsat: 1, memo: '', descriptionHash: undefined, expirySeconds: 60, createdAt: 1, hold: false },
  }) as const

test('calls that wait together share one commit', async () => {
  const world = openWorld()
  const before = world.commits
  for (let id = 1; id <= 100; id += 1) world.engine.submit([createCall(id)])
  await expect.poll(() => world.replies.length, SOON).toBe(100)
  expect(world.commits - before).toBe(1)
  world.engine.stop()
})

test('a read-only call commits nothing', async () => {
  const world = openWorld()
  const before = world.commits
  world.engine.submit([{ id: 1, call: 'balance', ask: {}, date: 0 }])
  await expect.poll(() => world.replies.length, SOON).toBe(1)
  expect(world.commits).toBe(before)
  world.engine.stop()
})

test('a commit that fails leaves no change, also in memory', async () => {
  const world = openWorld()
  world.failNextCommit = true
  world.engine.submit([createCall(1, 'a'), createCall(2, 'b')])
  await expect.poll(() => world.replies.length, SOON).toBe(2)
  expect(world.replies.every((reply) => 'rejects' in reply && reply.rejects.includes('disk full'))).toBe(true)
  world.replies.length = 0
  world.engine.submit([{ id: 3, call: 'incoming', ask: { hash: 'a' }, date: 0 }])
  await expect.poll(() => world.replies, SOON).toEqual([{ id: 3, answer: { status: 'unknown' } }])
  world.engine.stop()
})

test('entries of other processes are read', async () => {
  const world = openWorld()
  world.entries.push({ kind: 'down', mode: 'hang', ms: 0 })
  world.engine.submit([{ id: 1, call: 'balance', ask: {}, date: 0 }])
  world.entries.push({ kind: 'up' })
  await expect.poll(() => world.replies.length, SOON).toBe(1)
  world.engine.stop()
})
