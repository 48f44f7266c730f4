import type { Msat } from '@satchel/money/units'
import type { Change, Database } from '../db/database.ts'
import { available, type Movement, post, reserved } from './ledger.ts'

export interface Balances {
  readonly availableMsat: bigint
  readonly reservedMsat: bigint
}

/** Four figures of a wallet that must agree. */
export interface WalletFigures {
  /** The wallet's row; undefined = it has none. */
  readonly stored: Balances | undefined
  /** The sum of its postings, which is authoritative. */
  readonly posted: Balances
  /** The reserve that its unfinished payments need. */
  readonly neededMsat: bigint
  /** The available balance by its payments and adjustments. */
  readonly expectedMsat: bigint
}

interface FiguresRow {
  readonly stored_available: bigint | null
  readonly stored_reserved: bigint | null
  readonly posted_available: bigint
  readonly posted_reserved: bigint
  readonly needed: bigint
  readonly expected: bigint
}

const sumOf = (account: string): string => `SELECT CAST(COALESCE(SUM(
    CASE WHEN to_account = '${account}' || $1 THEN amount_msat ELSE -amount_msat END), 0) AS BIGINT)
  FROM postings WHERE '${account}' || $1 IN (to_account, from_account)`

const FIGURES = `SELECT
  (SELECT available_msat FROM balances WHERE wallet_id = $1) AS stored_available,
  (SELECT reserved_msat FROM balances WHERE wallet_id = $1) AS stored_reserved,
  (${sumOf('available:')}) AS posted_available,
  (${sumOf('reserved:')}) AS posted_reserved,
  (SELECT CAST(COALESCE(SUM(amount_msat + fee_limit_msat), 0) AS BIGINT) FROM payments
    WHERE wallet_id = $1 AND direction = 'out' AND state NOT IN ('success', 'failed')) AS needed,
  (SELECT CAST(COALESCE(SUM(CASE WHEN direction = 'in' THEN CASE WHEN state = 'success' THEN amount_msat ELSE 0 END
      WHEN state = 'success' THEN -(amount_msat + fee_msat)
      WHEN state = 'failed' THEN 0 ELSE -(amount_msat + fee_limit_msat) END), 0) AS BIGINT)
    FROM payments WHERE wallet_id = $1)
  + (SELECT CAST(COALESCE(SUM(amount_msat), 0) AS BIGINT) FROM adjustments WHERE wallet_id = $1) AS expected`

/** Reads all figures in one statement, so that they are consistent. */
export async function readFigures(db: Pick<Database, 'listAside'>, walletId: string): Promise<WalletFigures> {
  const [figures] = await db.listAside(FIGURES, [walletId], (row: FiguresRow) => ({
    stored:
      row.stored_available === null || row.stored_reserved === null
        ? undefined
        : { availableMsat: row.stored_available, reservedMsat: row.stored_reserved },
    posted: { availableMsat: row.posted_available, reservedMsat: row.posted_reserved },
    neededMsat: row.needed,
    expectedMsat: row.expected,
  }))
  if (figures === undefined) throw new Error('a statement of figures has one row')
  return figures
}

export interface UnneededReserve {
  readonly checkingId: string
  readonly amountMsat: bigint
}

/** The failed payments of a wallet for which the postings still have a reserve. */
export const listUnneededReserves = (db: Pick<Database, 'listAside'>, walletId: string): Promise<UnneededReserve[]> =>
  db.listAside(
    `SELECT o.checking_id, CAST(SUM(CASE WHEN p.to_account = 'reserved:' || $1 THEN p.amount_msat ELSE -p.amount_msat END) AS BIGINT) AS open
     FROM postings p JOIN payments o ON o.checking_id = p.reference
     WHERE 'reserved:' || $1 IN (p.to_account, p.from_account) AND o.wallet_id = $1 AND o.direction = 'out' AND o.state = 'failed'
     GROUP BY o.checking_id
     HAVING SUM(CASE WHEN p.to_account = 'reserved:' || $1 THEN p.amount_msat ELSE -p.amount_msat END) > 0`,
    [walletId],
    (row: { checking_id: string; open: bigint }) => ({ checkingId: row.checking_id, amountMsat: row.open }),
  )

/** Changes no row if the balance has changed meanwhile: the right one was computed for `seen`. */
export const setBalances = (walletId: string, seen: Balances | undefined, right: Balances): Change =>
  seen === undefined
    ? {
        sql: `INSERT INTO balances (wallet_id, available_msat, reserved_msat) VALUES ($1, $2, $3)
              ON CONFLICT (wallet_id) DO NOTHING`,
        params: [walletId, right.availableMsat, right.reservedMsat],
      }
    : {
        sql: `UPDATE balances SET available_msat = $2, reserved_msat = $3
              WHERE wallet_id = $1 AND available_msat = $4 AND reserved_msat = $5`,
        params: [walletId, right.availableMsat, right.reservedMsat, seen.availableMsat, seen.reservedMsat],
      }

/** A reserve that no payment needs returns to its wallet. */
export const releaseUnneeded = (movement: Movement, wallet: string, amount: Msat): Change[] =>
  post(movement, [{ from: reserved(wallet), to: available(wallet), amount, kind: 'mend-release' }])
