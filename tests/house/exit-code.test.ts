import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../services/wallet/test/world/compile-cache.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A library once ended test runs with exit code 0 even if tests failed: then no failure is ever seen. */
test.each([
  ['a run with a failing test', 'expect(1).toBe(2)', 1],
  ['a run without one', 'expect(1).toBe(1)', 0],
])(
  '%s exits with the code of its result, with the database server of all runs',
  (_what, claim, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-exit-'))
    const setup = join(ROOT, 'services/wallet/test/world/postgres/postgres-server.ts')
    const config = { test: { root: folder, globals: true, include: ['claim.test.ts'], globalSetup: [setup] } }
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)}`)
    writeFileSync(join(folder, 'claim.test.ts'), `test('claim', () => ${claim})`)
    try {
      const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
      const args = [vitest, 'run', '--config', join(folder, 'vitest.config.mjs'), '--root', folder]
      const run = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...COMPILE_CACHE, PATH: process.env['PATH'] },
      })
      expect(run.stdout).toMatch(code === 0 ? /1 passed/ : /1 failed/)
      expect(run.status).toBe(code)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
