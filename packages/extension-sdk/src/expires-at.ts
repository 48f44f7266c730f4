import { readInstant } from './instant.ts'
import { refuse } from './refusal.ts'

interface Ending {
  readonly expires_at?: string | null | undefined
}

/** 422 for an end that no calendar has; without an end there is nothing to say. */
export function checkEnd({ expires_at: end }: Ending): void {
  if (typeof end === 'string' && readInstant(end) === undefined) {
    throw refuse('body.expires_at: is no time of the calendar.', 422)
  }
}

/** 422 for an end that has passed: what is over before it begins is a slip of the hand. */
export function requireFuture({ expires_at: end }: Ending, ctx: { now(): number }): void {
  if (typeof end === 'string' && Date.parse(end) <= ctx.now()) throw refuse('body.expires_at: is in the past.', 422)
}
