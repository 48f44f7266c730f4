import { type ServiceError, unavailable } from '@satchel/http/service-error'
import type { Database } from './database.ts'
import { databaseAway, isDatabaseAway } from './database-away.ts'
import { listMigrations } from './migrate.ts'

/** Throws 503 with the reason when the database is not usable: unreachable, read-only, or not migrated. */
export async function checkReadiness(db: Database): Promise<void> {
  const { name } = (newest[db.dialect] ??= newestStep(db.dialect))
  try {
    const found = await db.first(QUESTION[db.dialect], [name], (row: { read_only: bigint | boolean }) => row)
    if (found === undefined) throw unready('The database is not migrated.')
    if (found.read_only === true) throw unready('The database is read-only: it is a standby.')
  } catch (error) {
    throw isDatabaseAway(error) ? databaseAway() : error
  }
}

const STEPS = 'SELECT name FROM schema_steps UNION ALL SELECT name FROM schema_additions'

const QUESTION = {
  sqlite: `SELECT 0 AS read_only FROM (${STEPS}) AS steps WHERE name = $1`,
  postgres: `SELECT pg_is_in_recovery() AS read_only FROM (${STEPS}) AS steps WHERE name = $1`,
} as const

const newest: Partial<Record<Database['dialect'], { readonly name: string }>> = {}

function newestStep(dialect: Database['dialect']): { readonly name: string } {
  const step = listMigrations(dialect).at(-1)
  if (step === undefined) throw new Error('there are no migrations')
  return step
}

const unready = (detail: string): ServiceError => unavailable(detail)
