import fc from 'fast-check'
import { expect, test } from 'vitest'
import { niceAxis } from './nice-axis.ts'

const SAT = 1000n

test.each([
  { amounts: [], most: 6, ticks: [0n, 1000n] },
  { amounts: [0n], most: 6, ticks: [0n, 1000n] },
  { amounts: [1n], most: 6, ticks: [0n, 1000n] },
  { amounts: [250_000n], most: 6, ticks: [0n, 50_000n, 100_000n, 150_000n, 200_000n, 250_000n] },
  { amounts: [250_000n], most: 4, ticks: [0n, 100_000n, 200_000n, 300_000n] },
  { amounts: [30_000n, -12_000n], most: 6, ticks: [-20_000n, -10_000n, 0n, 10_000n, 20_000n, 30_000n] },
  { amounts: [-5_000n], most: 6, ticks: [-5000n, -4000n, -3000n, -2000n, -1000n, 0n] },
])('the ticks of $amounts are round: $ticks', ({ amounts, most, ticks }) => {
  expect(niceAxis(amounts, SAT, most)).toEqual(ticks)
})

const amount = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n })

test('ticks cover zero and every amount, are evenly spaced by 1, 2 or 5 times a power of ten, and few', () => {
  fc.assert(
    fc.property(
      fc.array(amount),
      fc.constantFrom(1n, SAT),
      fc.integer({ min: 3, max: 6 }),
      (amounts, smallest, most) => {
        const ticks = niceAxis(amounts, smallest, most)
        const [low = 0n, next = 0n] = ticks
        const step = next - low
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(most)
        expect(ticks).toContain(0n)
        expect(ticks).toEqual(ticks.map((_, index) => low + BigInt(index) * step))
        expect(String(step / smallest)).toMatch(/^[125]0*$/)
        expect(step % smallest).toBe(0n)
        for (const each of amounts) expect([each, each >= low && each <= (ticks.at(-1) ?? 0n)]).toEqual([each, true])
      },
    ),
  )
})
