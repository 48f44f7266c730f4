import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { makeRunFolder } from '../run-folder.ts'
import { createTemplate } from './postgres-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of a real server; tests make their own databases on it. */
    postgresUrl: string
    /** The folder in which tests create their databases. */
    runFolder: string
  }
}

let stop: () => Promise<void> = async () => undefined

/** One server for the whole test run, whichever of its projects is set up first. */
export async function setup({ vitest }: TestProject): Promise<void> {
  if ('postgresUrl' in vitest.getProvidedContext()) return
  const folder = makeRunFolder()
  const server = await startPostgres({ settings: FOR_TESTS, folder })
  stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await createTemplate(server.url)
  vitest.provide('postgresUrl', server.url)
  vitest.provide('runFolder', folder)
}

export const teardown = (): Promise<void> => stop()

export interface PostgresServer {
  /** URL of its maintenance database. */
  readonly url: string
  stop(): Promise<void>
}

/** Without fsync: only a loss of power would show the difference, and no test has one. */
const FOR_TESTS = ['fsync=off', 'full_page_writes=off', 'max_wal_size=256MB']

/** A real PostgreSQL server of our own (postgres-process.ts) in a new folder in `folder`, gone when we are. */
export async function startPostgres({
  settings = [] as readonly string[],
  folder = tmpdir(),
} = {}): Promise<PostgresServer> {
  const script = fileURLToPath(new URL('./postgres-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...settings], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  })
  const ended = once(child, 'exit')
  const said = once(child.stdout, 'data') as Promise<[Buffer]>
  const first = await Promise.race([said, ended.then(() => undefined)])
  if (first === undefined) throw new Error('PostgreSQL did not start')
  return {
    url: first[0].toString().trim(),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
