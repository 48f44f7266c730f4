import { type Clock, unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../ids.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { DEFAULT_WALLET_NAME, prepareWallet } from '../../wallets/wallet-secrets.ts'
import type { Passwords } from './passwords.ts'
import { ensureSuperUser } from './user-commands.ts'
import { findUserByName } from './user-store.ts'

/** Used instead of a client's address: no request is served yet. */
const ENVIRONMENT = ''

export interface SetUpDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly clock: Clock
}

/** Makes, or updates, the super user that the environment names (rule S108). Tokens survive an unchanged password. */
export async function setUpSuperUser(
  { db, vault, passwords, clock }: SetUpDeps,
  named: { readonly username: string; readonly password: string } | undefined,
): Promise<void> {
  if (named === undefined) return
  const existing = await findUserByName(db, named.username)
  const keepPassword =
    existing !== undefined && (await passwords.matches(existing.passwordHash, named.password, ENVIRONMENT))
  const at = unixSeconds(clock)
  const id = newId()
  await db.transact(ensureSuperUser, {
    user: {
      id,
      username: named.username,
      email: '',
      passwordHash: keepPassword ? null : await passwords.hash(named.password, ENVIRONMENT),
      role: 'super-user',
      at,
    },
    wallet: prepareWallet(vault, id, DEFAULT_WALLET_NAME, at),
    note: {
      actor: { id: 'environment', address: '' },
      action: 'account-opened',
      subject: id,
      detail: { method: 'environment' },
      at,
    },
    keepPassword,
  })
}
