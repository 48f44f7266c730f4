import { type FailureReason, reasonOf } from '@satchel/outbound/describe-failure'
import type { OutboundAnswer } from '@satchel/outbound/outbound'
import { readRetryAfter } from './webhook-schedule.ts'

export type AttemptResult =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed'
      readonly status: number | undefined
      readonly error: string
      readonly retryAfterMs: number | undefined
    }
  /** The receiver is permanently gone. */
  | { readonly kind: 'refused'; readonly status: number; readonly error: string }
  /** The service stopped: the attempt does not count. */
  | { readonly kind: 'stopped' }

/**
 * The outcome of an attempt: 2xx is delivered, 410 ends the delivery, everything else is retried (Standard Webhooks).
 */
export function judgeAttempt(answer: OutboundAnswer, now: number): AttemptResult {
  switch (answer.kind) {
    case 'blocked':
      return failed(`Blocked: ${answer.message}`)
    case 'failed':
      if (answer.reason === 'aborted') return { kind: 'stopped' }
      // A success with a large body, such as a page, counts as delivered.
      if (answer.reason === 'too_large' && answer.status !== undefined && isSuccess(answer.status)) {
        return { kind: 'delivered', status: answer.status }
      }
      return failed(`The call failed: ${answer.message}.`, answer.status)
    case 'answered': {
      const { status, headers } = answer
      if (isSuccess(status)) return { kind: 'delivered', status }
      if (status === GONE) return { kind: 'refused', status, error: 'The receiver answered 410: gone for good.' }
      const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : ''
      return failed(`The receiver answered ${status}${redirect}.`, status, readRetryAfter(headers['retry-after'], now))
    }
  }
}

/** The stored sentence as a code: `blocked`, `answered`, or why there was no answer. */
export function failureCodeOf(error: string): 'blocked' | 'answered' | FailureReason {
  if (error.startsWith('Blocked: ')) return 'blocked'
  const [, message] = /^The call failed: (.+)\.$/s.exec(error) ?? []
  if (message === undefined) return 'answered'
  return reasonOf(message)
}

const GONE = 410

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const failed = (error: string, status?: number, retryAfterMs?: number): AttemptResult => ({
  kind: 'failed',
  status,
  error,
  retryAfterMs,
})
