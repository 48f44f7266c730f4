import { createStore } from '../store.ts'

/**
 * Unix milliseconds at which the rate limit of this address ends (429); undefined: no limit. People who share an
 * address share its limit.
 */
export const limitedUntil = createStore<number | undefined>(undefined)

/** Used when a proxy does not say how long. */
const UNKNOWN_SECONDS = 10
let timer: ReturnType<typeof setTimeout> | undefined

/** How long a 429 asks to wait (RFC 9110 §10.2.3: seconds, or a date). */
export function retryAfter(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? UNKNOWN_SECONDS : Math.max(1, seconds)
}

/**
 * True if the 429 limits every request. A limit of a single route leaves `RateLimit-Remaining` above 0; a service
 * without a global limit (its answers have `X-Request-Id` only) has no other kind.
 */
export function noteLimit({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  const left = headers.get('ratelimit-remaining')
  if (status !== 429 || (left === null ? headers.has('x-request-id') : Number(left) > 0)) return false
  // `Retry-After` may be the limit of a single route, reported by the last request before the global limit.
  const reset = headers.get('ratelimit-reset')
  const waitMs = (reset === null ? retryAfter(headers) : Math.max(1, Number(reset))) * 1000
  clearTimeout(timer)
  limitedUntil.set(Date.now() + waitMs)
  timer = setTimeout(() => limitedUntil.set(undefined), waitMs)
  return true
}

/** Background requests wait this long. */
export const limitLeftMs = (): number => Math.max(0, (limitedUntil.get() ?? 0) - Date.now())

/** Resolves when the limit ends; rejects when the caller aborts. */
export function limitEnds(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const left = new AbortController()
    const stop = limitedUntil.subscribe(() => end())
    const end = (): void => {
      if (signal?.aborted !== true && limitedUntil.get() !== undefined) return
      stop()
      left.abort()
      if (signal?.aborted === true) reject(signal.reason as Error)
      else resolve()
    }
    signal?.addEventListener('abort', end, { signal: left.signal })
    end()
  })
}
