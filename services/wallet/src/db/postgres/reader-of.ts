import type { Reader, SqlValue } from '../database.ts'
import type { Readers } from './create-readers.ts'

/** Reads over a pool of connections. */
export const readerOf = (connections: Readers): Reader => ({
  dialect: 'postgres',
  async first<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
    const { rows } = await (await connections.current()).query<R & object>(sql, params)
    return rows[0] === undefined ? undefined : toRow(rows[0])
  },
  // A list may be long: it uses another connection, so that other reads do not wait.
  async list<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
    const { rows } = await (await connections.next()).query<R & object>(sql, params)
    return rows.map(toRow)
  },
})
