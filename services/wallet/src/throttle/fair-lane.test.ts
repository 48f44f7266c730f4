import { SILENT_LOG } from '@satchel/http/log'
import { expect, test } from 'vitest'
import { createFairLane, type FairLaneOptions, type Piece } from './fair-lane.ts'

interface Work extends Piece {
  readonly end: PromiseWithResolvers<void>
}

/** A lane over a list in memory. */
function openLane(options: Partial<FairLaneOptions<Work>> = {}) {
  const due: Work[] = []
  const begun: string[] = []
  const lane = createFairLane<Work>({
    name: 'test',
    maxAtOnce: 8,
    maxPerAccount: 2,
    deadlineMs: 60_000,
    list: async (limit) => due.slice(0, limit),
    describe: (work) => work,
    lease: async (works) => works,
    async perform(work) {
      due.splice(due.indexOf(work), 1)
      begun.push(work.id)
      await work.end.promise
    },
    log: SILENT_LOG,
    ...options,
  })
  const add = (account: string, id: string, destination = ''): Work => {
    const work = { account, id, destination, end: Promise.withResolvers<void>() }
    due.push(work)
    return work
  }
  return { lane, due, begun, add }
}

test('an account that keeps all its slots busy leaves the others to other accounts', async () => {
  const { lane, begun, add } = openLane()
  for (let count = 1; count <= 10; count += 1) add('noisy', `noisy ${count}`)
  const quiet = add('quiet', 'quiet')
  await lane.fill()
  expect(begun).toEqual(['noisy 1', 'noisy 2', 'quiet'])
  expect(lane.passedOver()).toBeGreaterThan(0)
  quiet.end.resolve()
})

test('an account with all its slots in use is left out of the list until one is free', async () => {
  const listed: (readonly string[])[] = []
  const opened = openLane({
    list: async (limit, busy) => {
      listed.push(busy)
      return opened.due.filter(({ account }) => !busy.includes(account)).slice(0, limit)
    },
  })
  const { lane, begun, add } = opened
  const pieces = Array.from({ length: 3 }, (_, at) => add('noisy', `noisy ${at}`))
  await lane.fill()
  add('quiet', 'quiet').end.resolve()
  await lane.fill()
  expect(listed.slice(0, 2)).toEqual([[], ['noisy']])
  expect(begun).toEqual(['noisy 0', 'noisy 1', 'quiet'])
  for (const { end } of pieces) end.resolve()
  await expect.poll(() => begun).toContain('noisy 2')
})

test('a slot is refilled as soon as it is free, without waiting for the others', async () => {
  const { lane, begun, add } = openLane({ maxAtOnce: 2 })
  const [slow, quick] = [add('one', 'slow'), add('two', 'quick')]
  const next = add('three', 'next')
  await lane.fill()
  expect(begun).toEqual(['slow', 'quick'])
  quick.end.resolve()
  await expect.poll(() => begun).toEqual(['slow', 'quick', 'next'])
  slow.end.resolve()
  next.end.resolve()
  await lane.settled()
})

test('work that exceeds its deadline frees its slot', async () => {
  const { lane, begun, add } = openLane({ maxPerAccount: 1, deadlineMs: 20 })
  add('one', 'hangs')
  add('one', 'next').end.resolve()
  await lane.fill()
  await expect.poll(() => begun).toEqual(['hangs', 'next'])
})

test('one destination has only some of the slots of an account', async () => {
  const { lane, begun, add } = openLane({ maxPerAccount: 4, maxPerDestination: 1 })
  add('one', 'a', 'dead')
  add('one', 'b', 'dead')
  add('one', 'c', 'alive')
  await lane.fill()
  expect(begun).toEqual(['a', 'c'])
})

test('work leased by another process is not started', async () => {
  const { lane, begun, add } = openLane({ lease: async (items) => items.filter(({ id }) => id === 'ours') })
  add('one', 'theirs')
  add('two', 'ours').end.resolve()
  await lane.fill()
  expect(begun).toEqual(['ours'])
})

test('a list that cannot be read stops nothing: the next poll starts due work', async () => {
  let isAway = true
  const opened = openLane({ list: async () => (isAway ? Promise.reject(new Error('away')) : opened.due) })
  opened.add('one', 'a').end.resolve()
  expect(await opened.lane.fill()).toBe(false)
  isAway = false
  expect(await opened.lane.fill()).toBe(true)
})

test('work that fails frees its slot', async () => {
  const { lane, begun, add } = openLane({ maxAtOnce: 1 })
  add('one', 'fails').end.reject(new Error('refused'))
  add('two', 'next').end.resolve()
  await lane.fill()
  await expect.poll(() => begun).toEqual(['fails', 'next'])
})

test('a lane that stops waits for its running work, and starts nothing more', async () => {
  const { lane, begun, add } = openLane({ maxAtOnce: 1 })
  const first = add('one', 'first')
  add('two', 'second')
  await lane.fill()
  const stopped = lane.stop()
  first.end.resolve()
  await stopped
  expect([await lane.fill(), begun]).toEqual([false, ['first']])
})
