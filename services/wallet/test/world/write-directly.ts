import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { inject } from 'vitest'
import type { World } from './open-world.ts'

/** Runs a statement on the world's database without the service: as an operator, or a broken disk, would. */
export async function writeDirectly({ db }: World, sql: string): Promise<void> {
  const from =
    db.dialect === 'sqlite' ? `file FROM pragma_database_list WHERE name = 'main'` : 'current_database() AS file'
  const name = await db.first(`SELECT ${from}`, [], (row: { file: string }) => row.file)
  if (db.dialect === 'sqlite') {
    writeSqliteFile(String(name), sql)
    // Reads in the same event-loop turn still use the snapshot from before.
    await new Promise(setImmediate)
  } else await writeServer(inject('postgresUrl').replace(/\/postgres$/, `/${name}`), sql)
}

export function writeSqliteFile(file: string, sql: string): void {
  const db = new Sqlite(file, { timeout: 5000 })
  try {
    db.exec(sql)
  } finally {
    db.close()
  }
}

async function writeServer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
