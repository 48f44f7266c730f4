import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'

/** Unmodified clients of LNbits, from their registries, against a started service (docs/guide/lnbits-clients.md). */
export default defineConfig({
  test: {
    include: ['services/**/*.clients.test.ts'],
    isolate: false,
    execArgv: EXEC_ARGV,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    fileParallelism: false,
    reporters: ['verbose', './tests/closing-line.ts'],
  },
})
