import { hash, randomInt } from 'node:crypto'

export interface SeededRandom {
  readonly seed: number
  /** 0 to `below` - 1. */
  int(below: number): number
  pick<T>(from: readonly T[]): T
}

/**
 * Repeatable random numbers: the seed is SEED, a new one with SEED=random, otherwise fixed for a campaign, so that
 * a result depends on the change and not on chance. The seed is printed.
 */
export function seededRandom(campaign: string): SeededRandom {
  const seed = chooseSeed(campaign, process.env['SEED'])
  process.stdout.write(`${campaign}: SEED=${seed} repeats this run\n`)
  let state = seed >>> 0
  /** Mulberry32: small, and random enough for choices. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return { seed, int, pick: <T>(from: readonly T[]): T => from[int(from.length)] as T }
}

function chooseSeed(campaign: string, given: string | undefined): number {
  if (given === 'random') return randomInt(2 ** 31)
  return given === undefined ? hash('sha256', campaign, 'buffer').readUInt32BE() >>> 1 : Number(given)
}
