import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { giveBackThread, takeThread } from './spare-threads.ts'

/** Answers how often this thread was asked, or dies. */
const newScript = (): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      let asked = 0
      parentPort.on('message', (message) => {
        if (message === 'die') process.exit()
        asked += 1
        parentPort.postMessage(asked)
      }) // ${Math.random()}`)}`,
  )

const ask = async (thread: ReturnType<typeof takeThread>): Promise<number> => {
  const answered = once(thread, 'message')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage('how often?')
  return (await answered)[0] as number
}

test('a returned thread is lent again, and its former user gets no more messages', async () => {
  const script = newScript()
  const heard: unknown[] = []
  const first = takeThread(script)
  first.on('message', (message) => heard.push(message))
  expect(await ask(first)).toBe(1)
  giveBackThread(script, first)
  const again = takeThread(script)
  expect(await ask(again)).toBe(2)
  expect(heard).toEqual([1])
  await again.terminate()
})

test('two concurrent users get two threads, and each script has its own', async () => {
  const script = newScript()
  const [one, two, other] = [takeThread(script), takeThread(script), takeThread(newScript())]
  for (const thread of [one, two, other]) expect(await ask(thread)).toBe(1)
  giveBackThread(script, one)
  const taken = [takeThread(newScript()), takeThread(script)]
  expect(await Promise.all(taken.map(ask))).toEqual([1, 2])
  await Promise.all([two, other, ...taken].map((thread) => thread.terminate()))
})

test('a thread that has ended is not lent again', async () => {
  const script = newScript()
  const thread = takeThread(script)
  await ask(thread)
  giveBackThread(script, thread)
  const ended = once(thread, 'exit')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage('die')
  await ended
  await nextTurn()
  const fresh = takeThread(script)
  expect(await ask(fresh)).toBe(1)
  await fresh.terminate()
})

test('a thread that gets no task in time ends; one that is lent again in time does not', async () => {
  const [script, other] = [newScript(), newScript()]
  const [lent, left] = [takeThread(script), takeThread(other)]
  for (const thread of [lent, left]) expect(await ask(thread)).toBe(1)
  giveBackThread(script, lent, { oneMs: 0, moreMs: 0 })
  expect(takeThread(script)).toBe(lent)
  giveBackThread(other, left, { oneMs: 0, moreMs: 0 })
  await once(left, 'exit')
  expect(await ask(lent)).toBe(2)
  const fresh = takeThread(other)
  expect(await ask(fresh)).toBe(1)
  await Promise.all([lent, fresh].map((thread) => thread.terminate()))
})

test('of threads that get no task the first one waits longer than the others', async () => {
  const script = newScript()
  const [one, two] = [takeThread(script), takeThread(script)]
  for (const thread of [one, two]) expect(await ask(thread)).toBe(1)
  const idle = { oneMs: 60_000, moreMs: 0 }
  giveBackThread(script, one, idle)
  giveBackThread(script, two, idle)
  await once(two, 'exit')
  expect(takeThread(script)).toBe(one)
  await one.terminate()
})
