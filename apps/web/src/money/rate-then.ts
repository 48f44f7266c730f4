import { useQuery } from '@tanstack/preact-query'
import { call } from '../api/call.ts'
import type { Rate } from './money.ts'

const [MINUTES, DAY, DAYS] = [600, 86_400, 30 * 86_400]

/**
 * Maximum age of a price for a past payment: the service keeps prices per minute for a day, per ten minutes for thirty
 * days, then per day.
 */
export const oldestPriceOf = (time: number, now: number): number => (now - time < DAYS ? MINUTES : DAY)

/** The price at that time (Unix seconds); undefined: unknown, or no currency. */
export function useRateThen(currency: string | undefined, time: number): Rate | undefined {
  return (
    useQuery({
      queryKey: ['rate-then', currency, time],
      queryFn: ({ signal }) => readRateThen(currency ?? '', time, signal),
      enabled: currency !== undefined,
      staleTime: Infinity,
      retry: false,
    }).data ?? undefined
  )
}

/** Null caches that there is no price. */
async function readRateThen(currency: string, time: number, signal: AbortSignal): Promise<Rate | null> {
  const from = Math.max(0, time - oldestPriceOf(time, Date.now() / 1000))
  const query = { currency, from, to: time, limit: 1 }
  const [point] = await call('GET /api/v1/rate/history', { query }, { signal })
  return point === undefined ? null : { currency, perBtc: point.rate, timestamp: point.timestamp }
}
