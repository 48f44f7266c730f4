import { unauthenticated } from '@satchel/http/service-error'
import type { AclGrant } from '../../access/principal.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newKey } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { noteTokenUse } from './acl-commands.ts'
import { type FoundToken, findToken } from './acl-store.ts'

export interface AclTokensDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
}

export interface AclTokens {
  /**
   * The user for whom the token acts, and its current grant. Throws 401 for an invalid or expired token.
   */
  read(token: string): Promise<{ readonly userId: string; readonly acl: AclGrant }>
}

/** 128 random bits. */
export const newAclToken = (): string => `acl_${newKey()}`

/** Distinguishes them from log-in tokens, which use the same header. */
export const isAclToken = (token: string): boolean => token.startsWith('acl_')

const FORM = /^acl_[0-9a-f]{32}$/

/** Opaque tokens, stored as digests; each request looks its token up in the database. */
export function createAclTokens({ db, vault, clock }: AclTokensDeps): AclTokens {
  const noteUse = createUseNotes(db)
  return {
    async read(token) {
      const found = FORM.test(token) ? await findToken(db, vault.digest(token)) : undefined
      const at = unixSeconds(clock)
      if (found === undefined || (found.expiresAt !== undefined && found.expiresAt <= at)) {
        throw unauthenticated('The token is invalid or has expired.', { code: 'token_ended' })
      }
      noteUse(found, at)
      const { userId, tokenId, allowedEndpoints, budget, walletId } = found
      return { userId, acl: { tokenId, allowedEndpoints, budget, walletId } }
    },
  }
}

const NOTED_EVERY_SECONDS = 60
const MAX_REMEMBERED = 10_000

/** Written at most once a minute for each token; the request does not wait for it. */
function createUseNotes(db: Database) {
  const noted = new Map<string, number>()
  return ({ tokenId, lastUsedAt = 0 }: FoundToken, at: number): void => {
    if (at - Math.max(lastUsedAt, noted.get(tokenId) ?? 0) < NOTED_EVERY_SECONDS) return
    if (noted.size >= MAX_REMEMBERED) noted.clear()
    noted.set(tokenId, at)
    // On failure the next use writes it.
    db.transact(noteTokenUse, { tokenId, at }).catch(() => noted.delete(tokenId))
  }
}
