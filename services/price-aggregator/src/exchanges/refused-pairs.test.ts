import { expect, test } from 'vitest'
import { createRefusedPairs } from './refused-pairs.ts'

function turnsOf(random: () => number, rounds: number): string {
  const refused = createRefusedPairs(random)
  let turns = ''
  for (let round = 0; round < rounds; round += 1) {
    const asked = refused.takeTurn('GBP')
    if (asked) refused.refuse('GBP', 'HTTP 404')
    turns += asked ? 'x' : '-'
  }
  return turns
}

test('a rejected pair is requested in every cycle five times, then every second to fifth cycle', () => {
  expect(turnsOf(() => 0, 10)).toBe('xxxxx-x-x-')
  expect(turnsOf(() => 0.5, 12)).toBe('xxxxx---x---')
  expect(turnsOf(() => 0.999, 16)).toBe('xxxxx----x----x-')
})

test('a pair that is served again has its count of rejections reset', () => {
  const refused = createRefusedPairs(() => 0.999)
  for (let count = 0; count < 5; count += 1) refused.refuse('GBP', 'HTTP 404')
  expect([refused.takeTurn('GBP'), refused.errorOf('GBP')]).toEqual([false, 'HTTP 404'])
  refused.readmit('GBP')
  expect([refused.takeTurn('GBP'), refused.errorOf('GBP')]).toEqual([true, undefined])
  refused.refuse('GBP', 'HTTP 404')
  expect(refused.takeTurn('GBP')).toBe(true)
})
