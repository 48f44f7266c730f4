import { defineConfig } from 'vitest/config'

/** The long checks: real processes, a real browser, many faults. One file at a time, so that none starves another. */
export default defineConfig({
  test: {
    include: ['services/**/*.campaign.test.ts', 'packages/**/*.campaign.test.ts', 'tests/**/*.campaign.test.ts'],
    isolate: false,
    globalSetup: ['./services/wallet/world/postgres-server.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default', './tests/closing-line.ts'],
  },
})
