import { expect, test } from 'vitest'
import { isFull } from './list-troubles.ts'

test('a disk is nearly full below a twentieth', () => {
  expect([isFull(49, 1000), isFull(50, 1000), isFull(0, 0)]).toEqual([true, false, false])
})
