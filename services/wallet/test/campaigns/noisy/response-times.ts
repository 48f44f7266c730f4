import { setTimeout as delay } from 'node:timers/promises'

/** The durations of each call, in milliseconds. */
export type ResponseTimes = Readonly<Record<string, readonly number[]>>

type Deeds = Readonly<Record<string, () => Promise<void>>>

/** A longer call counts as this, and is not repeated. */
const MAX_MS = 20_000

/** Runs each call `count` times, one after another; different calls run concurrently. */
export async function measure(deeds: Deeds, count: number): Promise<ResponseTimes> {
  const measured = Object.entries(deeds).map(async ([name, deed]) => [name, await repeat(deed, count)] as const)
  return Object.fromEntries(await Promise.all(measured))
}

async function repeat(deed: () => Promise<void>, count: number): Promise<number[]> {
  const times: number[] = []
  while (times.length < count) {
    const ms = await timed(deed)
    times.push(ms)
    if (ms >= MAX_MS) break
  }
  return times
}

async function timed(deed: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  const stop = new AbortController()
  const tooLong = delay(MAX_MS, undefined, { signal: stop.signal }).catch(() => undefined)
  await Promise.race([deed(), tooLong])
  stop.abort()
  return Math.min(MAX_MS, performance.now() - begun)
}

/** The 99th percentile; with fewer than a hundred values, the maximum. */
export const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0

/** The deeds that take longer than they may. `mostMs`: what the p99 of a deed may be now, from the p99 before. */
export const findSlowed = (
  calm: ResponseTimes,
  now: ResponseTimes,
  mostMs: (before: number, deed: string) => number,
): string[] =>
  Object.entries(now).flatMap(([deed, times]) => {
    const [before, after] = [p99(calm[deed] ?? []), p99(times)]
    return after <= mostMs(before, deed) ? [] : [`${deed}: ${toMs(after)} instead of ${toMs(before)}`]
  })

export const toMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
