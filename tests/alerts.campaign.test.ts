import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const RULES = fileURLToPath(new URL('../ops/prometheus/', import.meta.url))
const run = promisify(execFile)
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)

// Debian's package `prometheus` has it; `.ci/run` installs that.
test.skipIf(!hasPromtool)('Prometheus accepts the alert rules', async () => {
  expect((await run('promtool', ['check', 'rules', `${RULES}alerts.yml`])).stdout).toMatch(/SUCCESS: \d+ rules found/)
})

test.skipIf(!hasPromtool)('each alert fires in its test, and an hour without trouble is quiet', async () => {
  expect((await run('promtool', ['test', 'rules', `${RULES}alerts.test.yml`])).stdout).toContain('SUCCESS')
})
