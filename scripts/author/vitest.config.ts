import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from '../../tests/run/exec-argv.ts'

const inCheckout = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const OF_CHECKOUT = new RegExp(`${inCheckout('').replace(/[^\w/]/g, '\\$&')}(?:services|packages|extensions)/.+\\.ts$`)

/** The tests of an extension outside this repository: `satchel-extension test` in the folder of its author. */
export default defineConfig({
  root: process.env['SATCHEL_EXTENSION'] ?? '.',
  resolve: {
    alias: [
      {
        find: '@satchel/extension-sdk/testing/world',
        replacement: inCheckout('services/wallet/test/world/extensions/author-world.ts'),
      },
      { find: /^vitest$/, replacement: inCheckout('node_modules/vitest/dist/index.js') },
    ],
  },
  test: {
    include: ['**/*.test.ts'],
    // Node loads the service itself: half of the CPU time.
    server: { deps: { external: [OF_CHECKOUT] } },
    execArgv: EXEC_ARGV,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
