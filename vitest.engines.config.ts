import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'

/** The main journeys of the web app in Firefox and WebKitGTK, from Debian's packages (docs/testing.md). */
export default defineConfig({
  test: {
    include: ['services/**/*.engines.test.ts'],
    isolate: false,
    execArgv: EXEC_ARGV,
    globalSetup: ['./services/wallet/world/postgres/postgres-server.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default', './tests/closing-line.ts'],
  },
})
