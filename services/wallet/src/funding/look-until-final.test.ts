import { expect, test } from 'vitest'
import type { PayOutcome } from './funding-source.ts'
import { lookUntilFinal } from './look-until-final.ts'

test('it looks again while a payment is pending, and no more when it is final', async () => {
  const outcomes: PayOutcome[] = [{ status: 'pending' }, { status: 'failed', reason: 'no way' }, { status: 'pending' }]
  const look = async (): Promise<PayOutcome> => outcomes.shift() ?? { status: 'pending' }
  expect(await lookUntilFinal(look, new AbortController().signal)).toEqual({ status: 'failed', reason: 'no way' })
  expect(outcomes).toHaveLength(1)
})

test('nobody is asked any more when the source is closed', async () => {
  const closed = new AbortController()
  let looks = 0
  const looking = lookUntilFinal(async () => {
    looks += 1
    closed.abort(new Error('closed'))
    return { status: 'pending' }
  }, closed.signal)
  await expect(looking).rejects.toThrow()
  expect(looks).toBe(1)
})
