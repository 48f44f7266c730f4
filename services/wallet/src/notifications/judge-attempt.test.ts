import { type FailureReason, failure } from '@satchel/outbound/describe-failure'
import { expect, test } from 'vitest'
import { failureCodeOf, judgeAttempt } from './judge-attempt.ts'

const answered = (status: number, headers: Record<string, string> = {}) =>
  judgeAttempt({ kind: 'answered', status, headers, body: Buffer.alloc(0) }, 0)

test.each([200, 201, 204, 299])('%i counts as delivered', (status) => {
  expect(answered(status)).toEqual({ kind: 'delivered', status })
})

test.each([301, 307, 400, 404, 429, 500, 503])('%i is retried', (status) => {
  expect(answered(status)).toMatchObject({ kind: 'failed', status })
})

test('410 ends the retries', () => {
  expect(answered(410)).toMatchObject({ kind: 'refused', status: 410 })
})

test('a receiver may set the time of the retry', () => {
  expect(answered(429, { 'retry-after': '7' })).toMatchObject({ kind: 'failed', retryAfterMs: 7000 })
})

test('a success with an endless body is a success, one that breaks off is not', () => {
  const failed = { kind: 'failed', status: 200, message: 'x' } as const
  expect(judgeAttempt({ ...failed, reason: 'too_large' }, 0)).toEqual({ kind: 'delivered', status: 200 })
  expect(judgeAttempt({ ...failed, reason: 'reset' }, 0)).toMatchObject({ kind: 'failed', status: 200 })
})

test('a call blocked by the guard says so, a call that we aborted does not count', () => {
  const blocked = judgeAttempt({ kind: 'blocked', reason: 'address', message: 'Not public.' }, 0)
  expect(blocked).toMatchObject({ kind: 'failed', error: 'Blocked: Not public.', status: undefined })
  const stopped = { kind: 'failed', status: undefined, reason: 'aborted', message: 'stopped' } as const
  expect(judgeAttempt(stopped, 0)).toEqual({ kind: 'stopped' })
})

test('the reason of a failed attempt is stored as text, and answered as one code', () => {
  const codeOf = (answer: Parameters<typeof judgeAttempt>[0]) => {
    const result = judgeAttempt(answer, 0)
    return 'error' in result ? failureCodeOf(result.error) : undefined
  }
  const of = (reason: FailureReason, code?: string) =>
    codeOf({ kind: 'failed', status: undefined, ...failure(reason, code) })
  expect([of('timeout'), of('dns', 'ENOTFOUND'), of('tls', 'CERT_HAS_EXPIRED'), of('not_http', 'HPE_INVALID')]).toEqual(
    ['timeout', 'dns', 'tls', 'not_http'],
  )
  expect(codeOf({ kind: 'blocked', reason: 'address', message: 'Not public.' })).toBe('blocked')
  expect(
    [500, 302, 410].map((status) => codeOf({ kind: 'answered', status, headers: {}, body: Buffer.alloc(0) })),
  ).toEqual(['answered', 'answered', 'answered'])
})
