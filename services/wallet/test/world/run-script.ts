import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './compile-cache.ts'
import { TEST_AUTH_SECRET } from './open-world.ts'

export interface Ran {
  readonly code: number
  readonly said: string
}

type Script = 'backup' | 'restore' | 'restore-drill' | 'upgrade-check' | 'rekey' | 'audit' | 'mend' | 'import-lnbits'

/** Built by the global set-up of the tests (build-commands.mjs). */
export const bundleOf = (script: Script): string =>
  fileURLToPath(new URL(`../../../dist-commands/${script}.js`, import.meta.url))

/** A process of the service that ends by itself, as its npm script starts it. */
export const runScript = (
  script: Script,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { env: { ...COMPILE_CACHE, AUTH_SECRET_KEY: TEST_AUTH_SECRET, ...env } }
    const child = execFile(process.execPath, [bundleOf(script), ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: out + err })
    })
    // Standard input is closed, so that a script that asks gets no answer.
    child.stdin?.end()
  })
