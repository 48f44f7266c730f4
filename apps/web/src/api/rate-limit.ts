import { createStore } from '../store.ts'

/**
 * The service answers no request from this address before then (429), as milliseconds since 1970; undefined: it answers. Two
 * people who share an address can reach it.
 */
export const limitedUntil = createStore<number | undefined>(undefined)

/** For an answer of a proxy that does not say how long. */
const UNKNOWN_SECONDS = 10
let timer: ReturnType<typeof setTimeout> | undefined

/** How long a 429 asks to wait (RFC 9110 §10.2.3: seconds, or a date). */
export function retryAfter(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? UNKNOWN_SECONDS : Math.max(1, seconds)
}

/**
 * True for a 429 of every request. One of a single route leaves requests to the others (`RateLimit-Remaining`), and a
 * service without a limit, whose answers have only an `X-Request-Id`, has no other.
 */
export function noteLimit({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  const left = headers.get('ratelimit-remaining')
  if (status !== 429 || (left === null ? headers.has('x-request-id') : Number(left) > 0)) return false
  // `Retry-After` may be that of a single route, whose answer has used up the limit.
  const reset = headers.get('ratelimit-reset')
  const waitMs = (reset === null ? retryAfter(headers) : Math.max(1, Number(reset))) * 1000
  clearTimeout(timer)
  limitedUntil.set(Date.now() + waitMs)
  timer = setTimeout(() => limitedUntil.set(undefined), waitMs)
  return true
}

/** For what asks by itself. */
export const limitLeftMs = (): number => Math.max(0, (limitedUntil.get() ?? 0) - Date.now())

/** Resolves when the service answers again; rejects when its caller has given it up. */
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
