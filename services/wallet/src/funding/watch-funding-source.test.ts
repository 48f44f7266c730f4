import { createHttpMetrics } from '@satchel/http/http-metrics'
import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { registerFundingMetrics } from './funding-metrics.ts'
import type { FundingSource, PayOutcome } from './funding-source.ts'
import { watchFundingSource } from './watch-funding-source.ts'

const ORDER = { bolt11: 'x', paymentHash: 'h', feeLimitMsat: msat(0), attemptId: 'a' }

/** A source that answers what it is told to. */
function openWatched() {
  const next: { balance: () => Promise<bigint>; pay: PayOutcome } = {
    balance: async () => 7n,
    pay: { status: 'pending' },
  }
  const plain = {
    balance: () => next.balance(),
    pay: async () => next.pay,
    closeInvoice: async () => 'closed',
    identity: () => ({ network: 'bcrt', nodeKey: '' }),
    special: 'kept',
  } as unknown as FundingSource & { special: string }
  let now = 1_000_000
  const source = watchFundingSource(plain, () => now)
  return { source, next, pass: (ms: number) => void (now += ms) }
}

test('it answers like the source, with everything else that the source has', async () => {
  const { source } = openWatched()
  expect([await source.balance(), await source.closeInvoice('h'), source.special]).toEqual([7n, 'closed', 'kept'])
  expect(source.identity()?.network).toBe('bcrt')
})

test('it knows whether the last call was answered, and when one was', async () => {
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

test('a pending payment is no news of the node; one that was not sent is bad news', async () => {
  const { source, next } = openWatched()
  await source.balance()
  await source.pay(ORDER)
  expect(source.health.answers()).toBe(true)
  next.pay = { status: 'not_sent', reason: 'refused' }
  await source.pay(ORDER)
  expect(source.health.answers()).toBe(false)
  next.pay = { status: 'failed', reason: 'no_route' }
  await source.pay(ORDER)
  expect(source.health.answers()).toBe(true)
})

test('the metrics count every call by how it ended', async () => {
  const { source, next } = openWatched()
  const metrics = createHttpMetrics({ processMetrics: false })
  registerFundingMetrics(metrics, source.health)
  expect(await metrics.registry.metrics()).toContain('satchel_funding_up 0')
  await source.balance()
  await source.balance()
  await source.pay(ORDER)
  const text = await metrics.registry.metrics()
  expect(text).toContain('satchel_funding_up 1')
  expect(text).toContain('satchel_funding_calls_total{call="balance",outcome="answered"} 2')
  expect(text).toContain('satchel_funding_calls_total{call="pay",outcome="pending"} 1')
  next.balance = () => Promise.reject(new Error('away'))
  await expect(source.balance()).rejects.toThrow()
  expect(await metrics.registry.metrics()).toContain('satchel_funding_calls_total{call="balance",outcome="error"} 1')
})
