import type { Reader, Tx } from '../../db/database.ts'

/** A stored position, and the course of commits on which it was read. */
export interface StoredCursor {
  readonly value: string | undefined
  /** The last change of the course of commits (adopt-history.ts). */
  readonly course: string | undefined
}

/** The course first: a cursor that is read after a restore then belongs to no course that is read before it. */
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
 * Moves a cursor on, if it still stands where reading began, on the same course of commits. After a restore or a promotion
 * what was read and booked since may be gone, even where the cursor says the same: it has to be read again.
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
