import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './compile-cache.ts'
import { TEST_AUTH_SECRET } from './open-world.ts'

export interface Ran {
  readonly code: number
  readonly said: string
}

/** A process of the service that ends by itself, as its npm script starts it. */
export const runScript = (
  script: 'backup' | 'restore' | 'restore-drill' | 'upgrade-check' | 'rekey' | 'audit' | 'mend' | 'import-lnbits',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> =>
  new Promise((resolve) => {
    const file = fileURLToPath(new URL(`../src/${script}.ts`, import.meta.url))
    const options = { env: { ...COMPILE_CACHE, AUTH_SECRET_KEY: TEST_AUTH_SECRET, ...env } }
    const child = execFile(process.execPath, [file, ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: out + err })
    })
    // A script that asks gets no answer.
    child.stdin?.end()
  })
