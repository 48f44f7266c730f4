import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'

/** How the service is run: upgraded while it works, on a cluster, installed on a fresh system. Needs Debian packages. */
export default defineConfig({
  test: {
    include: ['services/**/*.deployment.test.ts'],
    isolate: false,
    execArgv: EXEC_ARGV,
    globalSetup: ['./services/wallet/world/postgres/postgres-server.ts', './tests/build-services.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    reporters: ['verbose', './tests/closing-line.ts'],
  },
})
