import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { OutgoingStatus, PayOrder, PayOutcome } from '../port/funding-source.ts'
import { createOnceGuard } from './once-guard.ts'

const HASH = 'ab'.repeat(32)
const ORDER: PayOrder = { bolt11: 'lnbc1', paymentHash: HASH, feeLimitMsat: msat(0n), attemptId: 'one' }
const SETTLED = { status: 'settled', feeMsat: msat(1n), preimage: HASH } as const

test('a second payment of a hash is not sent while the first call is open, and may be afterwards', async () => {
  const guard = createOnceGuard()
  const first = Promise.withResolvers<PayOutcome>()
  let sends = 0
  const send = (outcome: Promise<PayOutcome>): Promise<PayOutcome> =>
    guard.pay(ORDER, () => {
      sends += 1
      return outcome
    })
  const paying = send(first.promise)
  expect(await send(Promise.resolve(SETTLED))).toEqual({ status: 'pending' })
  expect(sends).toBe(1)
  first.reject(new Error('the answer was lost'))
  await expect(paying).rejects.toThrow('lost')
  expect(await send(Promise.resolve(SETTLED))).toEqual(SETTLED)
  expect(sends).toBe(2)
})

test.each<[string, string, OutgoingStatus]>([
  ['failed', 'pending', { status: 'failed', reason: 'no_route', attemptId: 'one' }],
  ['not found', 'pending', { status: 'not_found' }],
  ['pending', 'pending', { status: 'pending' }],
  ['settled', 'settled', SETTLED],
])('%s, while our call is open or was at the time of the query, means %s', async (_name, status, answer) => {
  const guard = createOnceGuard()
  const call = Promise.withResolvers<PayOutcome>()
  const paying = guard.pay(ORDER, () => call.promise)
  expect((await guard.poll(ORDER, () => Promise.resolve(answer))).status).toBe(status)
  const asked = Promise.withResolvers<OutgoingStatus>()
  const polling = guard.poll(ORDER, () => asked.promise)
  call.resolve({ status: 'pending' })
  await paying
  asked.resolve(answer)
  expect((await polling).status).toBe(status)
  expect(await guard.poll(ORDER, () => Promise.resolve(answer))).toEqual(answer)
})

test('while our call is open, the answer of the node counts for another attempt of the same hash', async () => {
  const guard = createOnceGuard()
  const call = Promise.withResolvers<PayOutcome>()
  const paying = guard.pay(ORDER, () => call.promise)
  const answer = { status: 'not_found' } as const
  expect(await guard.poll({ ...ORDER, attemptId: 'two' }, () => Promise.resolve(answer))).toEqual(answer)
  call.resolve({ status: 'pending' })
  await paying
})
