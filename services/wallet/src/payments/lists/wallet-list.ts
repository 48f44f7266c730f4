import type { Dialect, Reader } from '../../db/database.ts'

/** Wallets as one parameter: the text of a statement does not depend on how many there are. */
export const toParameter = (walletIds: readonly string[]): string => JSON.stringify(walletIds)

/** For a FROM: a table `w` with a row for each wallet of the parameter, its `id`. */
export const eachWallet = (dialect: Dialect, parameter: string, name = 'w'): string =>
  dialect === 'sqlite'
    ? `(SELECT value AS id FROM json_each(${parameter})) AS ${name}`
    : `json_array_elements_text(${parameter}::json) AS ${name} (id)`

/** For a WHERE with this one parameter: the row belongs to one of the wallets. */
export function isOfWallets({ dialect }: Reader, walletIds: readonly string[]): [where: string, params: [string]] {
  const [first] = walletIds
  if (first !== undefined && walletIds.length === 1) return ['wallet_id = $1', [first]]
  const where =
    dialect === 'sqlite'
      ? 'wallet_id IN (SELECT value FROM json_each($1))'
      : // An array, because the planner would read the whole table for a join with a set of unknown size.
        'wallet_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))'
  return [where, [toParameter(walletIds)]]
}
