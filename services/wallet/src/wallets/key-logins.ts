import type { Tx } from '../db/database.ts'

/** Imported logins have a dash in their names, others have none (`extensions/lndhub/lnbits-login.ts`). */
const BY_KEY = `ext_id = 'lndhub' AND kind = 'items' AND field = 'login' AND (value LIKE 'admin-%' OR value LIKE 'invoice-%')`

/** Deletes the LndHub logins that an import brought: their passwords are the keys of the wallet (rule S509). */
export async function endLoginsByKey(tx: Tx, walletId: string): Promise<void> {
  const ids = await tx.list(
    `SELECT id FROM extension_rows WHERE wallet_id = $1 AND ext_id = 'lndhub' AND kind = 'items'
     AND id IN (SELECT row_id FROM extension_keys WHERE ${BY_KEY})`,
    [walletId],
    (row: { id: string }) => row.id,
  )
  for (const id of ids) {
    const ofItem = `ext_id = 'lndhub' AND kind = 'items'`
    await tx.run({ sql: `DELETE FROM extension_keys WHERE ${ofItem} AND row_id = $1`, params: [id] })
    await tx.run({ sql: `DELETE FROM extension_rows WHERE ${ofItem} AND id = $1`, params: [id] })
  }
}
