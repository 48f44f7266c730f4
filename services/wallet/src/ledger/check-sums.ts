import type { Database } from '../db/database.ts'

export interface SumCheck {
  /** Undefined: the sum of all balances equals that of the postings. */
  check(): Promise<string | undefined>
}

interface Sums {
  readonly history: string | null
  readonly available: bigint
  readonly reserved: bigint
  readonly moved_available: bigint
  readonly moved_reserved: bigint
  readonly up_to: bigint
}

/**
 * Compares the sum of all balances with the postings, of which it adds up only new ones. So it detects a balance that
 * was edited by hand long before the next full audit. Only the audit detects edits that leave the sum unchanged.
 */
export function createSumCheck(db: Pick<Database, 'listAside'>): SumCheck {
  let known = { history: null as string | null, available: 0n, reserved: 0n, upTo: 0n }
  const read = async (after: bigint): Promise<Sums> => {
    const [sums] = await db.listAside(SUMS, [after], (row: Sums) => row)
    if (sums === undefined) throw new Error('the sums of the books cannot be read')
    return sums
  }
  return {
    async check() {
      let sums = await read(known.upTo)
      // Postings that are in the sum may be lost.
      if (sums.history !== known.history || sums.up_to < known.upTo) {
        known = { history: sums.history, available: 0n, reserved: 0n, upTo: 0n }
        sums = await read(0n)
      }
      known = {
        history: sums.history,
        available: known.available + sums.moved_available,
        reserved: known.reserved + sums.moved_reserved,
        upTo: sums.up_to,
      }
      if (sums.available === known.available && sums.reserved === known.reserved) return undefined
      return (
        `all balances together are ${sums.available} msat available and ${sums.reserved} msat reserved, ` +
        `but the postings say ${known.available} and ${known.reserved}`
      )
    },
  }
}

const moved = (part: string): string =>
  `CAST(COALESCE(SUM(CASE WHEN to_account LIKE '${part}:%' THEN amount_msat ELSE 0 END
     - CASE WHEN from_account LIKE '${part}:%' THEN amount_msat ELSE 0 END), 0) AS BIGINT)`

const SUMS = `SELECT (SELECT value FROM settings WHERE name = 'database-changed') AS history,
    (SELECT CAST(COALESCE(SUM(available_msat), 0) AS BIGINT) FROM balances) AS available,
    (SELECT CAST(COALESCE(SUM(reserved_msat), 0) AS BIGINT) FROM balances) AS reserved,
    ${moved('available')} AS moved_available, ${moved('reserved')} AS moved_reserved,
    CAST(COALESCE(MAX(id), (SELECT MAX(id) FROM postings WHERE id <= $1), 0) AS BIGINT) AS up_to
  FROM postings WHERE id > $1`
