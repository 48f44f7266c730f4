import type { Dialect } from '../../db/database.ts'
import { eachWallet } from './wallet-list.ts'

/**
 * For a FROM whose rows are read in order of creation, at most `most`; `where` names the wallet. In PostgreSQL every
 * index slows down row changes, so there is only one index, by direction: two bounded scans of it are merged, without
 * sorting. Only PostgreSQL calls `most`.
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

/**
 * The same for several wallets, newest first: at most `most` rows of each are read, in the order of an index. `where`
 * names the wallet as `w.id`. `readsBoth`: no index has rows of both directions in order.
 */
export function rowsOfWallets(
  dialect: Dialect,
  where: string,
  { wallets, most, readsBoth }: { readonly wallets: string; readonly most: string; readonly readsBoth: boolean },
): string {
  const from = eachWallet(dialect, wallets)
  const newest = `FROM payments WHERE ${where}`
  const end = `ORDER BY seq DESC LIMIT ${most}`
  // SQLite has no LATERAL; `seq` is the number of its rows.
  if (dialect === 'sqlite') {
    const ofEach = `SELECT p.seq FROM ${from} JOIN payments AS p ON p.seq IN (SELECT seq ${newest} ${end})`
    return `payments WHERE seq IN (SELECT seq FROM (${ofEach}) ${end})`
  }
  const [directions, ofOne] = readsBoth
    ? [` CROSS JOIN (VALUES ('in'), ('out')) AS d (of_one)`, ' AND direction = d.of_one']
    : ['', '']
  return `${from}${directions} CROSS JOIN LATERAL (SELECT * ${newest}${ofOne} ${end}) AS payments`
}

/** Always true. It lets PostgreSQL before version 18 read a range of `seq` from the index by direction. */
export const EITHER_DIRECTION = `direction IN ('in', 'out')`
