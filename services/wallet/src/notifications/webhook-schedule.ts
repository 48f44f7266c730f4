/**
 * When to retry after `attempts` failed ones, Unix milliseconds; undefined = never (Standard Webhooks, retries). The
 * receiver may ask for a longer delay than the schedule's, up to a day, but not for a shorter one.
 */
export function nextAttemptAt(failed: FailedAttempt): number | undefined {
  const delayMs = DELAYS_MS[failed.attempts - 1]
  if (delayMs === undefined) return undefined
  // Jitter of ±10 %, so that calls that failed together are not retried together.
  const scheduledMs = delayMs * (0.9 + 0.2 * failed.random)
  const askedMs = Math.min(failed.retryAfterMs ?? 0, MAX_PATIENCE_MS)
  return Math.round(failed.now + Math.max(scheduledMs, askedMs))
}

export interface FailedAttempt {
  /** Attempts so far, the failed one included: 1 or more. */
  readonly attempts: number
  /** Unix milliseconds. */
  readonly now: number
  /** From 0 to 1. */
  readonly random: number
  readonly retryAfterMs: number | undefined
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const MAX_PATIENCE_MS = 24 * HOUR

/** Delays after the first attempt, the second, …; the first is made immediately. */
const DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/**
 * The longest time that a delivery is retried: each delay with its jitter, or the longest that the receiver may ask
 * for.
 */
export const SCHEDULE_SECONDS = Math.ceil(
  DELAYS_MS.reduce((sum, delayMs) => sum + Math.max(delayMs * 1.1, MAX_PATIENCE_MS), 0) / SECOND,
)

/** `Retry-After`: seconds or an HTTP date; undefined when it is neither, or in the past. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now
  return ms > 0 ? ms : undefined
}
