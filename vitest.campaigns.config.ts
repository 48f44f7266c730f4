import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'

/** The long checks: real processes, a real browser, many faults. One file at a time, so that none starves another. */
export default defineConfig({
  test: {
    include: ['services/**/*.campaign.test.ts', 'packages/**/*.campaign.test.ts', 'tests/**/*.campaign.test.ts'],
    isolate: false,
    execArgv: EXEC_ARGV,
    globalSetup: ['./services/wallet/world/postgres-server.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default', './tests/closing-line.ts'],
  },
})
