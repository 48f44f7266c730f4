import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { COMPILE_CACHE, NO_FILES } from './compile-cache.ts'

/** Built by the global set-up of the tests: it starts in a third of the time of the sources. */
const MAIN = fileURLToPath(new URL('../../../dist/wallet.js', import.meta.url))

/** The real process, from the bundle that `npm run wallet` starts. `command`: another way to start it, such as in a terminal. */
export function startWallet(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  command = (main: string): readonly [string, ...string[]] => [process.execPath, main],
) {
  const [program, ...before] = command(MAIN)
  const child: ChildProcess = spawn(program, [...before, ...args], {
    env: { ...COMPILE_CACHE, ...NO_FILES, PORT: '0', ...env },
  })
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const exitCode = once(child, 'exit').then(([code]) => code as number | null)
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exitCode
  }
  const url = async (): Promise<string> => {
    await expect.poll(() => said.out + said.err, { timeout: 60_000 }).toContain('listens on')
    return /listens on (http:\/\/[\w.:]+)/.exec(said.out)?.[1] ?? ''
  }
  return { child, said, url, exitCode, kill }
}
