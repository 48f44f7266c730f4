import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { createTemplate } from './postgres-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of a real server; tests make their own databases on it. */
    postgresUrl: string
  }
}

let stop: () => Promise<void> = async () => undefined

/** One server for the whole test run. */
export async function setup(project: TestProject): Promise<void> {
  const server = await startPostgres({ durable: false })
  stop = server.stop
  await createTemplate(server.url)
  project.provide('postgresUrl', server.url)
}

export const teardown = (): Promise<void> => stop()

export interface PostgresServer {
  /** Of its maintenance database. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * A real PostgreSQL server of our own (postgres-process.ts), gone when we are. `durable: false` does not wait for the
 * disk: only a loss of power could tell, which no test has.
 */
export async function startPostgres({ durable = true } = {}): Promise<PostgresServer> {
  const script = fileURLToPath(new URL('./postgres-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...(durable ? [] : ['fsync=off', 'full_page_writes=off'])], {
    stdio: ['pipe', 'pipe', 'inherit'],
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
