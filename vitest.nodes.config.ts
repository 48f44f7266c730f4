import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'

/** The wallet service on real Lightning nodes, where the machine has them (docs/guide/nodes.md). */
export default defineConfig({
  test: {
    include: ['services/**/*.nodes.test.ts'],
    isolate: false,
    execArgv: EXEC_ARGV,
    globalSetup: ['./tests/build-services.ts', './tests/build-crashing-service.ts'],
    testTimeout: 180_000,
    hookTimeout: 400_000,
    fileParallelism: false,
    reporters: ['verbose', './tests/closing-line.ts'],
  },
})
