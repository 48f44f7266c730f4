import type { Reader } from '../../db/database.ts'

/** The names of some contacts, for lists that show them. */
export async function findContactNames(
  reader: Reader,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.list(
    `SELECT id, name FROM contacts WHERE user_id = $1 AND id IN (${ids.map((_id, index) => `$${index + 2}`).join(', ')})`,
    [userId, ...ids],
    (row: { id: string; name: string }): [string, string] => [row.id, row.name],
  )
  return new Map(rows)
}
