import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'
import { SlowestFirst } from './tests/slowest-first.ts'

/** The code of built-ins runs in the sandbox: tens of times slower, and some of it not at all (tests/sandbox-exceptions.ts). */
const IN_SANDBOX = process.env['EXTENSIONS'] === 'sandbox'

/** Everything a change needs to be trusted. Tests share nothing but the machine, so files may run in one process. */
export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'services/**/*.test.ts',
      'extensions/**/*.test.ts',
      'examples/**/*.test.ts',
      'apps/**/*.test.ts',
      'scripts/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    exclude: [
      '**/node_modules/**',
      '**/*.campaign.test.ts',
      '**/*.nodes.test.ts',
      '**/*.deployment.test.ts',
      '**/*.clients.test.ts',
      '**/*.engines.test.ts',
    ],
    isolate: false,
    execArgv: EXEC_ARGV,
    // Two cores are what a change is judged on: two workers leave a quarter of them waiting, for disks and clocks.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // EXACT_BALANCE=off: the simulated node's balance proves nothing, as with every real node.
    provide: { exactBalance: process.env['EXACT_BALANCE'] !== 'off' },
    globalSetup: [
      './services/wallet/world/postgres/postgres-server.ts',
      './tests/build-services.ts',
      './tests/matrix/choose-tenth.ts',
    ],
    setupFiles: IN_SANDBOX ? ['./tests/expect-exceptions.ts'] : [],
    testTimeout: IN_SANDBOX ? 60_000 : 20_000,
    // Opening a world is a hook.
    hookTimeout: 20_000,
    // What is waited for comes; on a busy machine it comes later than in vitest's one second.
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default', './tests/closing-line.ts'],
  },
})
