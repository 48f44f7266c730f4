import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'

/** They start processes, kill them and wait: two at once leave each enough of two cores, and what they time is seconds. */
const SIDE_BY_SIDE = [
  'crash-points',
  'crash-recovery',
  'extension-payouts',
  'model',
  'nth-fault',
  'postgres-crashes',
  'postgres-failover',
  'postgres-silence',
  'random-kills',
  'simulation',
].map((name) => `services/wallet/campaigns/${name}.campaign.test.ts`)

const each = {
  isolate: false,
  execArgv: EXEC_ARGV,
  globalSetup: ['./services/wallet/world/postgres/postgres-server.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** The long checks: real processes, a real browser, many faults. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { ...each, name: 'side by side', include: SIDE_BY_SIDE, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        test: {
          ...each,
          name: 'one by one',
          include: ['services/**/*.campaign.test.ts', 'packages/**/*.campaign.test.ts', 'tests/**/*.campaign.test.ts'],
          exclude: SIDE_BY_SIDE,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    reporters: ['default', './tests/closing-line.ts'],
  },
})
