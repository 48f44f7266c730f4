import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'

/**
 * Tests of the service on a Citus cluster, to see what it refuses (docs/guide/citus.md). `CITUS_LAYOUT`: one of
 * bench/citus/layouts.ts. Needs Citus, built into Debian's PostgreSQL.
 */
export default defineConfig({
  test: {
    include: ['services/wallet/src/**/*.test.ts'],
    isolate: false,
    execArgv: EXEC_ARGV,
    globalSetup: ['./bench/citus/citus-setup.ts'],
    provide: { exactBalance: true },
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './tests/closing-line.ts'],
  },
})
