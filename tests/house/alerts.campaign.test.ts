import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasPromtool, promtool } from './promtool.ts'

const RULES = fileURLToPath(new URL('../../ops/prometheus/', import.meta.url))

test.skipIf(!hasPromtool)('Prometheus accepts the alert rules', async () => {
  expect(await promtool('check', 'rules', `${RULES}alerts.yml`)).toMatch(/SUCCESS: \d+ rules found/)
})

test.skipIf(!hasPromtool)('each alert is raised in its test, and an hour without trouble raises none', async () => {
  expect(await promtool('test', 'rules', `${RULES}alerts.test.yml`)).toContain('SUCCESS')
})
