import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('extensions take turns, and the runs of each keep their order', () => {
  const turns = createTurns<string>(() => false)
  for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(one.slice(0, 1), one)
  const next = (): string | undefined => turns.next('any')
  expect(Array.from({ length: 4 }, next)).toEqual(['a1', 'b1', 'c1', 'a2'])
  turns.add('d', 'd1')
  expect(Array.from({ length: 4 }, next)).toEqual(['b2', 'a3', 'd1', undefined])
})

test('low-priority extensions have a turn only when no other waits', () => {
  const turns = createTurns<string>((extension) => extension === 'slow')
  turns.add('slow', 'slow')
  turns.add('a', 'a')
  expect([turns.next('any'), turns.next('first'), turns.next('any')]).toEqual(['a', undefined, 'slow'])
})

test('`clear` returns every waiting run and leaves none', () => {
  const turns = createTurns<string>(() => false)
  turns.add('a', 'a1')
  turns.add('a', 'a2')
  turns.add('b', 'b1')
  expect(turns.clear()).toEqual(['a1', 'a2', 'b1'])
  expect([turns.next('any'), turns.clear()]).toEqual([undefined, []])
})
