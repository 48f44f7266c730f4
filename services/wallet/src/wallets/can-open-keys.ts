import type { Reader } from '../db/database.ts'
import type { KeyVault } from './wallet-keys.ts'

/** Whether the newest wallet's key is encrypted under the key of this vault. True where there are no wallets. */
export async function canOpenKeys(reader: Pick<Reader, 'first'>, vault: Pick<KeyVault, 'open'>): Promise<boolean> {
  const sealed = await reader.first(
    `SELECT admin_key_sealed AS sealed FROM wallets WHERE closed_at IS NULL ORDER BY seq DESC LIMIT 1`,
    [],
    (row: { sealed: string }) => row.sealed,
  )
  if (sealed === undefined) return true
  try {
    vault.open(sealed)
    return true
  } catch {
    return false
  }
}
