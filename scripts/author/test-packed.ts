import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packExtension } from '../scaffold/pack-extension.ts'

/** Runs the tests of the folder on its packed extension, in the service of a checkout of Satchel. Returns the exit code. */
export async function testPacked(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<number> {
  const checkout = resolve(folder, env['SATCHEL'] ?? '../satchel')
  const config = join(checkout, 'scripts/author/vitest.config.ts')
  const runner = join(checkout, 'node_modules/vitest/vitest.mjs')
  if (!existsSync(config)) throw new Error(`SATCHEL: ${checkout} is no checkout of Satchel. Set it in .env`)
  if (!existsSync(runner)) throw new Error(`SATCHEL: ${checkout} has no packages: run npm ci there`)
  const packed = mkdtempSync(join(tmpdir(), 'satchel-packed-'))
  try {
    await packExtension(folder, { into: packed })
    const child = spawn(process.execPath, [runner, 'run', '--config', config, ...args], {
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled'), ...env, ...ofTests(folder, packed) },
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
}

/** Read by `vitest.config.ts` and by the test world. */
const ofTests = (folder: string, packed: string) => ({ SATCHEL_EXTENSION: folder, SATCHEL_PACKED: packed })
