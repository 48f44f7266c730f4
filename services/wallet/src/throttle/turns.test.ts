import { expect, test } from 'vitest'
import { createTurns, type TurnsOptions } from './turns.ts'

/** Callers by name; `entered`: those whose turn it was, in order. */
function open(options: TurnsOptions) {
  const turns = createTurns(options)
  const entered: string[] = []
  const refused: string[] = []
  const leaves = new Map<string, () => void>()
  const enter = (caller: string, origin?: string, line = 'line') =>
    turns.enter(line, origin).then(
      (leave) => {
        entered.push(caller)
        leaves.set(caller, leave)
      },
      () => void refused.push(caller),
    )
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  /** Each running caller ends, the first one first, until none is left. */
  const empty = async (): Promise<void> => {
    for (await settle(); leaves.size > 0; await settle()) {
      const [[caller = '', leave] = []] = leaves
      leaves.delete(caller)
      leave?.()
    }
  }
  return { enter, entered, refused, empty, settle }
}

test('a few run concurrently, the rest in order of arrival; another queue does not wait', async () => {
  const { enter, entered, empty, settle } = open({ maxAtOnce: 2 })
  for (const caller of ['1', '2', '3', '4']) void enter(caller)
  void enter('other', undefined, 'another line')
  await settle()
  expect(entered).toEqual(['1', '2', 'other'])
  await empty()
  expect(entered).toEqual(['1', '2', 'other', '3', '4'])
  // All places are free again.
  void enter('5')
  void enter('6')
  await settle()
  expect(entered.slice(-2)).toEqual(['5', '6'])
  await empty()
})

test('origins take turns, and a new one is next, however many of another wait', async () => {
  const { enter, entered, empty } = open({ maxAtOnce: 1 })
  for (const n of [1, 2, 3, 4, 5]) void enter(`a${n}`, 'a')
  for (const n of [1, 2, 3]) void enter(`b${n}`, 'b')
  void enter('c1', 'c')
  await empty()
  expect(entered).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3', 'a4', 'a5'])
})

test('one call at a time gives an origin no second turn before the others', async () => {
  const { enter, entered, empty } = open({ maxAtOnce: 1 })
  void enter('a1', 'a')
  void enter('b1', 'b')
  await empty()
  void enter('inside', 'd')
  void enter('b2', 'b')
  void enter('a2', 'a')
  void enter('c1', 'c')
  await empty()
  expect(entered).toEqual(['a1', 'b1', 'inside', 'c1', 'a2', 'b2'])
})

test('one origin has a maximum of waiting calls, and in a full queue its newest makes room for another origin', async () => {
  const { enter, entered, refused, empty, settle } = open({ maxAtOnce: 1, maxWaiting: 4, maxWaitingEach: 3 })
  for (const n of [0, 1, 2, 3, 4]) void enter(`a${n}`, 'a')
  await settle()
  expect(refused).toEqual(['a4'])
  void enter('b1', 'b')
  void enter('c1', 'c')
  await settle()
  expect(refused).toEqual(['a4', 'a3'])
  void enter('d1', 'd')
  void enter('e1', 'e')
  await settle()
  expect(refused.toSorted()).toEqual(['a2', 'a3', 'a4', 'e1'])
  await empty()
  expect(entered).toEqual(['a0', 'b1', 'c1', 'd1', 'a1'])
})
