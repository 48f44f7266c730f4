import { defineConfig } from 'vitest/config'

/** Everything a change needs to be trusted. Tests share nothing but the machine, so files may run in one process. */
export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'services/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.campaign.test.ts'],
    isolate: false,
    globalSetup: ['./services/wallet/world/postgres-server.ts'],
    testTimeout: 20_000,
    reporters: ['default', './tests/closing-line.ts'],
  },
})
