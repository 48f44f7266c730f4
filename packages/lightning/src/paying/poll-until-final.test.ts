import { expect, test } from 'vitest'
import type { PayOutcome } from '../port/funding-source.ts'
import { pollUntilFinal } from './poll-until-final.ts'

test('a pending payment is polled until it is final', async () => {
  const outcomes: PayOutcome[] = [
    { status: 'pending' },
    { status: 'failed', reason: 'no_route' },
    { status: 'pending' },
  ]
  const poll = async (): Promise<PayOutcome> => outcomes.shift() ?? { status: 'pending' }
  expect(await pollUntilFinal(poll, new AbortController().signal)).toEqual({ status: 'failed', reason: 'no_route' })
  expect(outcomes).toHaveLength(1)
})

test('the lookups stop when the source is closed', async () => {
  const closed = new AbortController()
  let polls = 0
  const polling = pollUntilFinal(async () => {
    polls += 1
    closed.abort(new Error('closed'))
    return { status: 'pending' }
  }, closed.signal)
  await expect(polling).rejects.toThrow()
  expect(polls).toBe(1)
})
