import { expect, test } from 'vitest'
import { createRunLocks } from './run-locks.ts'

test('a lock keeps the version of its first read', async () => {
  let version = 4
  const locks = createRunLocks(async () => version)
  await locks.lock('seats')
  version = 5
  await locks.lock('seats')
  expect(locks.list()).toEqual([{ name: 'seats', version: 4 }])
})

test('of two concurrent reads of a lock, the earlier version counts, in whatever order the answers come', async () => {
  for (const order of [
    [4, 5],
    [5, 4],
  ]) {
    const answers: ((version: number) => void)[] = []
    const locks = createRunLocks(() => new Promise((resolve) => answers.push(resolve)))
    const both = Promise.all([locks.lock('budget'), locks.lock('budget')])
    answers.forEach((answer, index) => answer(order[index] as number))
    await both
    expect(locks.list()).toEqual([{ name: 'budget', version: 4 }])
  }
})
