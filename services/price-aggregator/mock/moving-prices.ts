import { SOURCE_IDS, type SourceId } from '../src/exchanges/source.ts'
import type { MockExchanges } from './mock-exchanges.ts'

/** Prices that drift gently and together, the same on every run. */
export function createMovingPrices(mocks: Pick<MockExchanges, 'prices' | 'setPrice'>): MovingPrices {
  const random = seededRandom(1)
  const start = mocks.prices
  const levels = new Map<string, number>()
  const pinned = new Set<string>()
  return {
    step: () => {
      const currencies = new Set(SOURCE_IDS.flatMap((sourceId) => Object.keys(start[sourceId])))
      for (const currency of currencies) levels.set(currency, wander(levels.get(currency) ?? 1, random()))
      for (const sourceId of SOURCE_IDS) {
        for (const [currency, price] of Object.entries(start[sourceId])) {
          const noise = 1 + (random() - 0.5) * 0.0002
          if (typeof price !== 'number' || pinned.has(`${sourceId} ${currency}`)) continue
          mocks.setPrice(sourceId, currency, Math.round(price * (levels.get(currency) ?? 1) * noise * 100) / 100)
        }
      }
    },
    pin: (sourceId, currency) => {
      pinned.add(`${sourceId} ${currency}`)
    },
  }
}

export interface MovingPrices {
  step(): void
  /** A price set by hand stays where it was put. */
  pin(sourceId: SourceId, currency: string): void
}

/** At most 0.02 % a step, pulled back towards the start so that a week of steps stays plausible. */
function wander(level: number, random: number): number {
  return level * (1 + (random - 0.5) * 0.0004) + (1 - level) * 0.001
}

/** Mulberry32: small, and the same sequence on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
