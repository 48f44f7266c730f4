import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Dialect } from '../src/db/database.ts'

export const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres']

export interface TestDatabase {
  readonly url: string
  /** For what does not belong into the database: journals, keys. */
  readonly folder: string
  drop(): Promise<void>
}

/** An empty database of its own: a file in a new folder, or a database on the real server of this test run. */
export async function createTestDatabase(dialect: Dialect): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-wallet-'))
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  if (dialect === 'sqlite') {
    return { url: `sqlite://${join(folder, 'satchel.db')}`, folder, drop: async () => removeFolder() }
  }
  const name = `satchel_${randomBytes(6).toString('hex')}`
  const server = inject('postgresUrl')
  await runOnServer(server, `CREATE DATABASE ${name}`)
  return {
    url: server.replace(/\/postgres$/, `/${name}`),
    folder,
    async drop() {
      await runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
      removeFolder()
    },
  }
}

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
