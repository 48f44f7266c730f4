/** Seeded chance: the same seed draws the same numbers in the same order. */
export interface Chance {
  /** 0 to `below` - 1. */
  int(below: number): number
  /** From `from` to `to`, a real number. */
  between(from: number, to: number): number
  /** True with this probability, in percent. */
  percent(percent: number): boolean
  pick<T>(from: readonly T[]): T
  /** A key of the table, with a probability in proportion to its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key
  bytes(count: number): Buffer
}

export function createChance(seed: number): Chance {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  /** Mulberry32: small, and random enough for choices. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    int,
    between: (from, to) => from + next() * (to - from),
    percent: (percent) => next() * 100 < percent,
    pick: <T>(from: readonly T[]): T => from[int(from.length)] as T,
    weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
      const keys = Object.keys(weights) as Key[]
      let left = next() * keys.reduce((sum, key) => sum + weights[key], 0)
      for (const key of keys) {
        left -= weights[key]
        if (left < 0) return key
      }
      return keys[0] as Key
    },
    bytes(count) {
      const bytes = Buffer.alloc(count)
      for (let index = 0; index < count; index += 1) bytes[index] = int(256)
      return bytes
    },
  }
}
