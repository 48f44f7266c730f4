import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { isFull, listTroubles } from './list-troubles.ts'

test('a node is down after five minutes without an answer, also if it never answered; not before, and not if it answers', async () => {
  const ask = async (answers: boolean, answeredAt: number | undefined, now: number) => {
    const health = { answers: () => answers, answeredAt: () => answeredAt }
    const found = await listTroubles({ health, dataFolder: tmpdir(), nowSeconds: () => now, since: 1000 })
    return found.includes('node-down')
  }
  expect([await ask(false, 1000, 1301), await ask(false, undefined, 1301)]).toEqual([true, true])
  expect([await ask(false, 1000, 1300), await ask(true, 1000, 5000)]).toEqual([false, false])
})

test('a disk is nearly full below a twentieth', () => {
  expect([isFull(49, 1000), isFull(50, 1000), isFull(0, 0)]).toEqual([true, false, false])
})
