import type { World } from './open-world.ts'

/** The data folder of a world on SQLite: where its database file lies. */
export async function homeOf({ db }: World): Promise<string> {
  const file = await db.first(
    `SELECT file FROM pragma_database_list WHERE name = 'main'`,
    [],
    (row: { file: string }) => row.file,
  )
  return String(file).replace(/\/satchel\.db$/, '')
}
