import { type Clock, unixSeconds } from '../base/clock.ts'
import type { Reader } from '../db/database.ts'
import { createOldTokenReader } from '../import-lnbits/old-tokens.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'

/** The token to check for the token of a request: for one of an imported access list the one of ours, else the same. */
export type TranslateToken = (token: string) => string

interface OldTokensDeps {
  readonly db: Reader
  readonly vault: KeyVault
  readonly clock: Clock
}

/** An import needs the database alone, so its secrets are read once. */
export async function openOldTokens({ db, vault, clock }: OldTokensDeps): Promise<TranslateToken> {
  const sealed = await db.list(
    `SELECT token_secret_sealed AS sealed FROM lnbits_imports WHERE token_secret_sealed <> '' ORDER BY at`,
    [],
    (row: { sealed: string }) => row.sealed,
  )
  const readers = sealed.map((one) => createOldTokenReader(vault.open(one)))
  return (token) => {
    if (!token.includes('.')) return token
    for (const read of readers) {
      const own = read(token, unixSeconds(clock))
      if (own !== undefined) return own
    }
    return token
  }
}
