import type { Dialect } from '../../db/database.ts'

/**
 * For a FROM whose rows are then taken in the order of their making, at most `most` of them; `where` names the wallet.
 * PostgreSQL pays for an index with every change of a row, so it has one of each direction only: two bounded readings of
 * it are merged, without sorting. `most` is asked for only there.
 */
export function rowsInOrder(dialect: Dialect, where: string, order: 'ASC' | 'DESC', most: () => string): string {
  if (dialect === 'sqlite') return `payments WHERE ${where}`
  const end = `ORDER BY seq ${order} LIMIT ${most()}`
  const readings = ['in', 'out'].map(
    (direction) =>
      `SELECT * FROM (SELECT * FROM payments WHERE direction = '${direction}' AND ${where} ${end}) AS of_${direction}`,
  )
  return `(${readings.join(' UNION ALL ')}) AS payments`
}

/** Says nothing; with it a range of `seq` is read as such from the index by direction, also before PostgreSQL 18. */
export const EITHER_DIRECTION = `direction IN ('in', 'out')`
