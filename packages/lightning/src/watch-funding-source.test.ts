import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { FundingSource, PayOutcome } from './port/funding-source.ts'
import { watchFundingSource } from './watch-funding-source.ts'

const ORDER = { bolt11: 'x', paymentHash: 'h', feeLimitMsat: msat(0), attemptId: 'a' }

/** A source that gives the answers planned in `next`. */
function openWatched() {
  const next: { balance: () => Promise<bigint>; pay: PayOutcome } = {
    balance: async () => 7n,
    pay: { status: 'pending' },
  }
  const plain = {
    balance: () => next.balance(),
    pay: async () => next.pay,
    closeInvoice: async () => 'closed',
    attemptMark: async (paymentHash: string) => `mark of ${paymentHash}`,
    identity: () => ({ network: 'bcrt', nodeKey: '' }),
    special: 'kept',
  } as unknown as FundingSource & { special: string }
  let now = 1_000_000
  const source = watchFundingSource(plain, () => now)
  return { source, next, pass: (ms: number) => void (now += ms) }
}

test('it answers like the source, with all its optional members', async () => {
  const { source } = openWatched()
  expect([await source.balance(), await source.closeInvoice('h'), source.special]).toEqual([7n, 'closed', 'kept'])
  expect(source.identity()?.network).toBe('bcrt')
})

test('it reports whether the last call was answered, and when one was', async () => {
  const { source, next, pass } = openWatched()
  expect([source.health.answers(), source.health.answeredAt()]).toEqual([false, undefined])
  await source.balance()
  expect([source.health.answers(), source.health.answeredAt()]).toEqual([true, 1000])
  pass(5000)
  next.balance = () => Promise.reject(new Error('away'))
  await expect(source.balance()).rejects.toThrow('away')
  expect([source.health.answers(), source.health.answeredAt()]).toEqual([false, 1000])
  next.balance = async () => 8n
  await source.balance()
  expect([source.health.answers(), source.health.answeredAt()]).toEqual([true, 1005])
})

test('a pending payment does not change the state of the node; one that was not sent does', async () => {
  const { source, next } = openWatched()
  await source.balance()
  await source.pay(ORDER)
  expect(source.health.answers()).toBe(true)
  next.pay = { status: 'not_sent', reason: 'node_not_ready' }
  await source.pay(ORDER)
  expect(source.health.answers()).toBe(false)
  next.pay = { status: 'failed', reason: 'no_route' }
  await source.pay(ORDER)
  expect(source.health.answers()).toBe(true)
})

test('the marks of attempts are not metric labels: they are counted as one', async () => {
  const { source } = openWatched()
  for (const hash of ['a', 'b', 'c']) expect(await source.attemptMark?.(hash)).toBe(`mark of ${hash}`)
  await source.closeInvoice('h')
  expect(source.health.counts()).toEqual([
    { call: 'attempt_mark', outcome: 'answered', count: 3 },
    { call: 'close_invoice', outcome: 'closed', count: 1 },
  ])
})
