import { randomBytes } from 'node:crypto'
import { forbidden } from '@satchel/http/service-error'
import type { ShownCredential } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { AccountsConfig } from '../../config/accounts.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../events/audit-log.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { DEFAULT_WALLET_NAME, prepareWallet } from '../../wallets/wallet-secrets.ts'
import type { AccountExtensions } from './account-extensions.ts'
import type { User } from './user.ts'
import { createUser, type PlainChange } from './user-commands.ts'
import { asInserted, type NewUser } from './user-store.ts'

export interface OpenAccountDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
  readonly accounts: AccountsConfig
  readonly accountExtensions: Pick<AccountExtensions, 'ofNewAccount'>
}

export interface NewAccount {
  /** Unset = a new one. */
  readonly id?: string | undefined
  /** Unset = a generated one that is free. */
  readonly username?: string | undefined
  readonly email?: string | undefined
  /** Unset = no log-in by password until the owner sets one. */
  readonly passwordHash?: string | undefined
  /** How it was opened, for the audit log: a log-in method, or `admin`. */
  readonly method: string
  /** An administrator who creates it for another user, even if registration is closed; unset = its owner. */
  readonly openedBy?: Actor | undefined
  /** The credential of that administrator's request. */
  readonly shown?: ShownCredential | undefined
  /** The owner's address, for the audit log. */
  readonly address: string
  /** Name of its first wallet, in the language of its owner. */
  readonly walletName?: string | undefined
  /** Changes of the same transaction, such as the linked identity: each must change one row, or nothing is stored. */
  readonly alongside?: ((userId: string, at: number) => readonly PlainChange[]) | undefined
}

/** Opens the account, its first wallet and its links in one transaction. All ways of registering end here. */
export async function openAccount(deps: OpenAccountDeps, account: NewAccount): Promise<User> {
  const { username = generateName(), email = '', passwordHash, method, openedBy, address, alongside } = account
  if (openedBy === undefined) requireNewAccounts(deps.accounts)
  const at = unixSeconds(deps.clock)
  const id = account.id ?? newId()
  const user: NewUser = { id, username, email, passwordHash: passwordHash ?? null, role: 'user', at }
  await deps.db.transact(createUser, {
    user,
    wallet: prepareWallet(deps.vault, id, account.walletName ?? DEFAULT_WALLET_NAME, at),
    note: { actor: openedBy ?? { id, address }, action: 'account-opened', subject: id, detail: { method }, at },
    shown: account.shown,
    alongside: [...(alongside?.(id, at) ?? []), ...deps.accountExtensions.ofNewAccount(id)],
  })
  return asInserted(user)
}

/** Where only listed users may log in, a new account could not be used (SERVICE_ALLOWED_USERS). */
export const acceptsNewAccounts = ({ allowNewAccounts, allowedUsers }: AccountsConfig): boolean =>
  allowNewAccounts && allowedUsers === undefined

export function requireNewAccounts(accounts: AccountsConfig): void {
  if (acceptsNewAccounts(accounts)) return
  throw forbidden('Registration is closed.', { code: 'registration_closed' })
}

/** 64 random bits: always free. */
const generateName = (): string => `user-${randomBytes(8).toString('hex')}`
