import pg from 'pg'
import { migratePostgres } from '../../services/wallet/src/db/migrate.ts'

/** The service's own tables, in an empty database. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await migratePostgres(client)
  } finally {
    await client.end()
  }
}
