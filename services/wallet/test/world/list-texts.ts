import type { World } from './open-world.ts'

export interface StoredText {
  /** `table.column` */
  readonly place: string
  readonly text: string
}

/** Lists all texts in all rows of all tables. */
export async function listTexts({ db }: Pick<World, 'db'>): Promise<StoredText[]> {
  const tables = await db.list(
    db.dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    [],
    (row: { name: string }) => row.name,
  )
  const rows = await Promise.all(
    tables.map((table) => db.list(`SELECT * FROM ${table}`, [], (row: object) => ({ table, row }))),
  )
  return rows.flat().flatMap(({ table, row }) =>
    Object.entries(row)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([column, text]) => ({ place: `${table}.${column}`, text })),
  )
}
