import type { Database } from '../../db/database.ts'

const texts = async (db: Database, sql: string): Promise<ReadonlySet<string>> =>
  new Set(await db.list(sql, [], (row: { text: string }) => row.text))

/**
 * The existing ids and names of this service, which are taken. `again`: none count, because they came from the same
 * LNbits.
 */
export async function readThere(db: Database, again: boolean) {
  const read = (sql: string): Promise<ReadonlySet<string>> =>
    again ? Promise.resolve(new Set<string>()) : texts(db, sql)
  const users = await read('SELECT id AS text FROM users')
  const names = await read('SELECT username_key AS text FROM users')
  const supers = await read(`SELECT id AS text FROM users WHERE role = 'super-user'`)
  const identities = await read(`SELECT provider || ' ' || subject AS text FROM identities`)
  const wallets = await read('SELECT id AS text FROM wallets')
  const keys = await read('SELECT digest AS text FROM wallet_keys')
  const rows = await read(`SELECT ext_id || ' ' || kind || ' ' || id AS text FROM extension_rows`)
  const itemKeys = await read(
    `SELECT ext_id || ' ' || kind || ' ' || field || ' ' || value AS text FROM extension_keys WHERE scope = ''`,
  )
  const tokens = await read('SELECT digest AS text FROM acl_tokens')
  const links = await read('SELECT id AS text FROM short_links')
  const hasPayments = (await read('SELECT checking_id AS text FROM payments LIMIT 1')).size > 0
  return {
    isEmpty: users.size === 0,
    hasSuperUser: supers.size > 0,
    isUser: (id: string) => users.has(id),
    isUsernameTaken: (key: string) => names.has(key),
    isIdentityTaken: (provider: string, subject: string) => identities.has(`${provider} ${subject}`),
    isWalletTaken: (id: string) => wallets.has(id),
    isKeyTaken: (digest: string) => keys.has(digest),
    isRowTaken: (extId: string, kind: string, id: string) => rows.has(`${extId} ${kind} ${id}`),
    isItemKeyTaken: (extId: string, kind: string, field: string, value: string) =>
      itemKeys.has(`${extId} ${kind} ${field} ${value}`),
    isTokenTaken: (digest: string) => tokens.has(digest),
    isShortLinkTaken: (id: string) => links.has(id),
    /** Returns those of the checking ids that payments have. */
    async findTaken(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (!hasPayments || ids.length === 0) return new Set()
      const taken = new Set<string>()
      for (let start = 0; start < ids.length; start += 500) {
        const some = ids.slice(start, start + 500)
        const places = some.map((_id, index) => `$${index + 1}`).join(', ')
        const sql = `SELECT checking_id AS text FROM payments WHERE checking_id IN (${places})`
        for (const id of await db.list(sql, some, (row: { text: string }) => row.text)) taken.add(id)
      }
      return taken
    },
  }
}
