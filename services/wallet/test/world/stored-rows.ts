import { hash } from 'node:crypto'
import type { World } from './open-world.ts'

/** The last use of a token is stored after the answer, whether that succeeded or failed. */
const NOTED_ANYWAY: readonly string[] = ['last_used_at']
/** Written by the database's own side: with every commit, and every minute. */
const BOOKKEEPING = { table: 'commit_marks', setting: 'database-history' }

/** Table → how many rows it has and a digest of them: two that are equal mean that nothing was changed between them. */
export async function readStoredRows({ db }: World): Promise<Record<string, string>> {
  const tables = await db.list(
    db.dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    [],
    (row: { name: string }) => row.name,
  )
  const found: Record<string, string> = {}
  for (const table of tables) {
    if (table === BOOKKEEPING.table) continue
    const only = table === 'settings' ? `WHERE name <> '${BOOKKEEPING.setting}'` : ''
    const rows = await db.list(`SELECT * FROM ${table} ${only}`, [], (row: object) => JSON.stringify(row, plain))
    found[table] = `${rows.length} rows, ${hash('sha256', rows.toSorted().join('\n')).slice(0, 12)}`
  }
  return found
}

const plain = (name: string, value: unknown): unknown =>
  NOTED_ANYWAY.includes(name) ? null : typeof value === 'bigint' ? String(value) : value
