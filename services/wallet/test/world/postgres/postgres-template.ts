import pg from 'pg'
import { migratePostgres } from '../../../src/db/migrate.ts'

/** The database on a test server that others are copied from: creating the tables again costs more than most tests. */
export const MIGRATED_TEMPLATE = 'satchel_template'

export async function createTemplate(serverUrl: string): Promise<void> {
  await runOnServer(serverUrl, `CREATE DATABASE ${MIGRATED_TEMPLATE}`)
  await withClient(databaseUrl(serverUrl, MIGRATED_TEMPLATE), migratePostgres)
}

export const runOnServer = (serverUrl: string, sql: string): Promise<unknown> =>
  withClient(serverUrl, (client) => client.query(sql))

/** `serverUrl` is that of the maintenance database. */
export const databaseUrl = (serverUrl: string, name: string): string => serverUrl.replace(/\/postgres$/, `/${name}`)

/** One connection, for one use. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
