import { readInstant } from './instant.ts'
import { reject } from './rejection.ts'

interface Expiring {
  readonly expires_at?: string | null | undefined
}

/** 422 if `expires_at` is set and not a valid date. */
export function checkExpiry({ expires_at: end }: Expiring): void {
  if (typeof end === 'string' && readInstant(end) === undefined) {
    throw reject('body.expires_at: is no time of the calendar.', 422)
  }
}

/** 422 if `expires_at` is in the past. */
export function requireFutureExpiry({ expires_at: end }: Expiring, ctx: { now(): number }): void {
  if (typeof end === 'string' && Date.parse(end) <= ctx.now()) throw reject('body.expires_at: is in the past.', 422)
}
