import { createHttpMetrics } from '@satchel/http/reports/http-metrics'
import type { FundingSource } from '@satchel/lightning/port/funding-source'
import { watchFundingSource } from '@satchel/lightning/watch-funding-source'
import { expect, test } from 'vitest'
import { registerFundingMetrics } from './funding-metrics.ts'

test('the metrics count every call by its result', async () => {
  let answers = true
  const plain = {
    balance: async () => {
      if (!answers) throw new Error('away')
      return 7n
    },
    closeInvoice: async () => 'closed',
  } as unknown as FundingSource
  const source = watchFundingSource(plain, Date.now)
  const metrics = createHttpMetrics({ processMetrics: false })
  registerFundingMetrics(metrics, source.health)
  expect(await metrics.registry.metrics()).toContain('satchel_funding_up 0')
  await source.balance()
  await source.balance()
  await source.closeInvoice('h')
  const text = await metrics.registry.metrics()
  expect(text).toContain('satchel_funding_up 1')
  expect(text).toContain('satchel_funding_calls_total{call="balance",outcome="answered"} 2')
  expect(text).toContain('satchel_funding_calls_total{call="close_invoice",outcome="closed"} 1')
  answers = false
  await expect(source.balance()).rejects.toThrow()
  expect(await metrics.registry.metrics()).toContain('satchel_funding_calls_total{call="balance",outcome="error"} 1')
})
