import { updateRow } from '../../services/wallet/src/db/many-rows.ts'
import type { Connection } from '../../services/wallet/src/db/postgres/postgres-connection.ts'

const UPDATE = updateRow('balances', { wallet: 'text', amount: 'bigint' }, ({ wallet, amount }) => ({
  set: `available_msat = available_msat + ${amount}`,
  where: `wallet_id = ${wallet} AND available_msat + ${amount} BETWEEN 0 AND 9007199254740000`,
}))
const POSTING = `INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at)
  VALUES ($1, $2, $3, 'internal', 'bench', 0)`

/**
 * Two rows of `balances` in one transaction, sent in one write as the service does; answered after the COMMIT.
 * `posting`: with a row in `postings`, which stays on the coordinator.
 */
export async function transfer(connection: Connection, from: string, to: string, posting = false): Promise<void> {
  const [, taken, given] = await Promise.all([
    connection.control('BEGIN'),
    connection.query(UPDATE.sql, [from, -1]),
    connection.query(UPDATE.sql, [to, 1]),
    ...(posting ? [connection.query(POSTING, [`available:${from}`, `available:${to}`, 1])] : []),
    connection.control('COMMIT'),
  ])
  if (taken.rowCount !== 1 || given.rowCount !== 1) throw new Error('the transfer did not change both rows')
}

const PAIRS = Array.from({ length: 50 }, (_, index) => [`w${2 * index + 1}`, `w${2 * index + 2}`] as const)

/** Fifty transfers between a hundred wallets in one statement: a full batch of the service. */
export async function transferBatch(connection: Connection): Promise<void> {
  const wallets = PAIRS.flat()
  const [, changed] = await Promise.all([
    connection.control('BEGIN'),
    connection.query(UPDATE.many.sql, [wallets, wallets.map((_wallet, index) => (index % 2 === 0 ? -1 : 1))]),
    connection.control('COMMIT'),
  ])
  if (changed.rowCount !== wallets.length) throw new Error('the batch did not change all rows')
}
