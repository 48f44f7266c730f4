import type { Dialect } from '../../db/database.ts'
import { eachWallet } from './wallet-list.ts'

interface Marks {
  readonly walletIds: readonly string[]
  readonly label?: string | undefined
  readonly contact?: string | undefined
}

/**
 * For a FROM: the payments with a label or a contact, found through its index, in the order of the list (`w.place`,
 * newest first). The first parameter is the wallet or the wallets, the next ones the label and the contact. `w.id` is
 * the wallet. The cost depends on the payments with the label, not on the length of the list.
 */
export function markedRows(dialect: Dialect, { walletIds, label, contact }: Marks): string {
  const [wallet, from] =
    walletIds.length === 1 ? ['$1', ''] : ['of_wallet.id', `${eachWallet(dialect, '$1', 'of_wallet')} CROSS JOIN `]
  const [table, mark] = label === undefined ? ['payment_notes', 'contact_id'] : ['payment_labels', 'label']
  const marked = `SELECT m.wallet_id AS id, m.checking_id AS of_payment, m.payment_seq AS place
    FROM ${from}${table} AS m WHERE m.wallet_id = ${wallet} AND m.${mark} = $2`
  const both =
    label !== undefined && contact !== undefined
      ? ` AND EXISTS (SELECT 1 FROM payment_notes n WHERE n.checking_id = m.checking_id AND n.contact_id = $3)`
      : ''
  // Both databases read the marks first: SQLite because of CROSS JOIN, PostgreSQL because of OFFSET 0.
  const payment =
    dialect === 'sqlite'
      ? 'payments ON payments.checking_id = w.of_payment'
      : 'LATERAL (SELECT * FROM payments WHERE checking_id = w.of_payment OFFSET 0) AS payments ON true'
  return `(${marked}${both}) AS w ${dialect === 'sqlite' ? 'CROSS JOIN' : 'JOIN'} ${payment}`
}
