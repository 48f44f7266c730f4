import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestDatabase } from '../../../services/wallet/test/world/test-database.ts'

/** Everything that a thief of the database alone has, as text: the bytes of the files, or every row of every table. */
export async function readDatabase(place: TestDatabase): Promise<string> {
  if (place.url.startsWith('sqlite:')) {
    return readdirSync(place.folder)
      .filter((name) => name.startsWith('satchel.db'))
      .map((name) => readFileSync(join(place.folder, name), 'latin1'))
      .join('\n')
  }
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    )
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ line: string }>(`SELECT "${name}"::text AS line FROM "${name}"`)
      texts.push(...rows.map(({ line }) => line))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}
