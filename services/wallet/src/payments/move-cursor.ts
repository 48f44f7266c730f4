import type { Tx } from '../db/database.ts'

/**
 * Moves a cursor on, if it still stands where reading began. It may not when the database was restored, or a standby was
 * promoted, after the reading: what was read since is then gone with the old cursor and has to be read again.
 */
export async function moveCursor(tx: Tx, name: string, from: string | undefined, to: string): Promise<boolean> {
  const moved =
    from === undefined
      ? await tx.run({
          sql: 'INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
          params: [name, to],
        })
      : await tx.run({
          sql: 'UPDATE cursors SET value = $3 WHERE name = $1 AND value = $2',
          params: [name, from, to],
        })
  return moved === 1
}
