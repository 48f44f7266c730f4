import type { Case } from './open-cases.ts'

const UPDATE = `UPDATE balances SET available_msat = available_msat + $2
  WHERE wallet_id = $1 AND available_msat + $2 BETWEEN 0 AND 9007199254740000`
const POSTING = `INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at)
  VALUES ($1, $2, $3, 'internal', 'bench', 0)`

/** One transaction, sent in one write as the service does; answered after its COMMIT. */
export async function transfer({ connection, from, to, withPosting }: Case): Promise<void> {
  const [, taken, given] = await Promise.all([
    connection.control('BEGIN'),
    connection.query(UPDATE, [from, -1]),
    connection.query(UPDATE, [to, 1]),
    ...(withPosting ? [connection.query(POSTING, [`available:${from}`, `available:${to}`, 1])] : []),
    connection.control('COMMIT'),
  ])
  if (taken.rowCount !== 1 || given.rowCount !== 1) throw new Error('the transfer did not change both rows')
}
