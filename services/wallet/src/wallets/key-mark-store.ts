import type { Change, Reader } from '../db/database.ts'

/** The mark of the current key-encryption key; undefined if the key was never changed. */
export const findKeyMark = (reader: Pick<Reader, 'first'>): Promise<string | undefined> =>
  reader.first(`SELECT value FROM settings WHERE name = $1`, [KEY_MARK], (row: { value: string }) => row.value)

/** Use it in the transaction that re-encrypts everything. */
export const setKeyMark = (mark: string): Change => ({
  sql: `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  params: [KEY_MARK, mark],
})

const KEY_MARK = 'key-encryption-mark'
