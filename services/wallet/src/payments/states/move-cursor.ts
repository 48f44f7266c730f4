import type { Reader, Tx } from '../../db/database.ts'

/** A stored position, and the database history on which it was read. */
export interface StoredCursor {
  readonly value: string | undefined
  /** The last change of the history (adopt-history.ts). */
  readonly course: string | undefined
}

/**
 * Reads the history first: after a restore in between, history and cursor then do not match, and the cursor is not
 * moved.
 */
export async function findCursor(reader: Reader, name: string): Promise<StoredCursor> {
  const course = await findCourse(reader)
  const value = await reader.first(
    'SELECT value FROM cursors WHERE name = $1',
    [name],
    (row: { value: string }) => row.value,
  )
  return { value, course }
}

const findCourse = (reader: Reader): Promise<string | undefined> =>
  reader.first(`SELECT value FROM settings WHERE name = 'database-changed'`, [], (row: { value: string }) => row.value)

/**
 * Moves a cursor if it is unchanged since reading began, on the same history. After a restore or a promotion, data read
 * and booked since may be lost even if the cursor is equal: they must be read again.
 */
export async function moveCursor(tx: Tx, name: string, from: StoredCursor, to: string): Promise<boolean> {
  if ((await findCourse(tx)) !== from.course) return false
  const moved =
    from.value === undefined
      ? await tx.run({
          sql: 'INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
          params: [name, to],
        })
      : await tx.run({
          sql: 'UPDATE cursors SET value = $3 WHERE name = $1 AND value = $2',
          params: [name, from.value, to],
        })
  return moved === 1
}
