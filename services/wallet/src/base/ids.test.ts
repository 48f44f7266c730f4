import { expect, test } from 'vitest'
import { newId, newKey, newOrderedId, randomChunk } from './ids.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('ids are UUIDs, keys are 32 lower-case hex characters, and all are unique', () => {
  const made = Array.from({ length: 5000 }, () => [newId(), newOrderedId(1_795_000_000_000), newKey()])
  for (const [id, ordered, key] of made) {
    expect(UUID.exec(id ?? '')?.[1]).toBe('4')
    expect(UUID.exec(ordered ?? '')?.[1]).toBe('7')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
  }
  expect(new Set(made.flat()).size).toBe(15_000)
})

test('ordered ids sort by their time', () => {
  const times = [0, 1, 999, 1_795_000_000_000, 1_795_000_000_001, 2 ** 47]
  const ids = times.map(newOrderedId)
  expect([...ids].sort()).toEqual(ids)
})

test('random bytes are given out once, also across the pool', () => {
  const chunks = Array.from({ length: 2000 }, () => randomChunk(10).toString('hex'))
  expect(new Set(chunks).size).toBe(2000)
  expect(chunks.every((chunk) => chunk.length === 20)).toBe(true)
})
