import { hash, randomUUID } from 'node:crypto'
import { LNBITS_MODES, lnbitsLogin } from '../../../../../extensions/lndhub/lnbits-login.ts'
import { toBool, toText } from '../reading/values.ts'
import type { Items } from './open-items.ts'

/** LndHub has no table in LNbits: each wallet of an account that has it active has two logins, by its keys. */
export async function importHubLogins(items: Items): Promise<void> {
  const users = new Set<string>()
  for await (const row of items.rows('extensions')) {
    if (toText(row['extension']) === 'lndhub' && toBool(row['active'])) users.add(toText(row['user']))
  }
  for (const { id, userId, owner, locked, adminKey, invoiceKey } of items.wallets()) {
    if (locked || !users.has(owner)) continue
    for (const mode of LNBITS_MODES) {
      const secret = mode === 'admin' ? adminKey : invoiceKey
      const values = { label: `LNbits, ${mode}`, mode, secret, login: lnbitsLogin(mode, hash('sha256', secret, 'hex')) }
      items.put('items', { id: randomUUID(), wallet: { id, userId }, values, at: undefined })
    }
  }
}
