import type { Log } from '@satchel/http/log'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { DEFAULT_WALLET_NAME, newSealedKeys, prepareWallet } from '../../wallets/wallet-secrets.ts'
import type { SealedKeys } from '../../wallets/wallet-store.ts'
import type { Passwords } from './passwords.ts'
import { ensureSuperUser, type SuperUserSetUp } from './super-user-commands.ts'
import { findUserByName } from './user-store.ts'

/** Used instead of a client's address: no request is served yet. */
const ENVIRONMENT = ''

export interface SetUpDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly clock: Clock
  readonly log: Log
}

export interface NamedSuperUser {
  readonly username: string
  readonly password: string
  /** SUPER_USER_TAKE_OVER names this user, too. */
  readonly takeOver: boolean
}

/** Another process may open a wallet of the account between the preparation and the transaction. */
const TRIES = 3

/**
 * Makes, or updates, the super user that the environment names (rule S108). Tokens survive an unchanged password. Throws
 * if an account without the right has the name, unless the operator takes it over.
 */
export async function setUpSuperUser(deps: SetUpDeps, named: NamedSuperUser | undefined): Promise<void> {
  if (named === undefined) return
  for (let time = 1; time <= TRIES; time += 1) {
    const { outcome, former } = await ensureNamed(deps, named)
    if (outcome === 'not-super-user') throw new Error(whyNot(named.username))
    if (outcome === 'wallets-changed') continue
    logSetUp(deps.log, named, { outcome, former })
    return
  }
  throw new Error(`SUPER_USER_TAKE_OVER: the wallets of "${named.username}" keep changing; start again`)
}

const whyNot = (username: string): string =>
  `SUPER_USER_USERNAME: "${username}" is an account that is no super user, and anyone may have registered it. Choose another name, or take the account over: SUPER_USER_TAKE_OVER=${username} removes every log-in, link, token, share and second factor that it has, gives its wallets new keys, and sets your password`

async function ensureNamed(
  { db, vault, passwords, clock }: SetUpDeps,
  { username, password, takeOver }: NamedSuperUser,
): Promise<SuperUserSetUp> {
  const existing = await findUserByName(db, username)
  const isSuperUser = existing?.user.role === 'super-user'
  if (existing !== undefined && !isSuperUser && !takeOver) return { outcome: 'not-super-user', former: [] }
  const keepPassword = isSuperUser && (await passwords.matches(existing.passwordHash, password, ENVIRONMENT))
  const at = unixSeconds(clock)
  const id = newId()
  return db.transact(ensureSuperUser, {
    user: {
      id,
      username,
      email: '',
      passwordHash: keepPassword ? null : await passwords.hash(password, ENVIRONMENT),
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
    takeOver,
    walletKeys: existing === undefined || isSuperUser ? {} : await prepareKeys({ db, vault }, existing.user.id),
  })
}

async function prepareKeys(
  { db, vault }: Pick<SetUpDeps, 'db' | 'vault'>,
  userId: string,
): Promise<Readonly<Record<string, SealedKeys>>> {
  const sql = 'SELECT id FROM wallets WHERE user_id = $1 AND closed_at IS NULL'
  const ids = await db.list(sql, [userId], (row: { id: string }) => row.id)
  return Object.fromEntries(ids.map((id) => [id, newSealedKeys(vault)]))
}

function logSetUp(log: Log, { username, takeOver }: NamedSuperUser, { outcome, former }: SuperUserSetUp): void {
  if (outcome === 'taken-over')
    log.warn(
      { username },
      `"${username}" is the super user now: its other log-ins, links, tokens, shares and second factors have ended, its wallets have new keys, and extensions spend nothing from them until you allow it; remove SUPER_USER_TAKE_OVER`,
    )
  else if (takeOver) log.warn({ username }, `there is nothing to take over; remove SUPER_USER_TAKE_OVER`)
  if (former.length > 0)
    log.warn(
      { former },
      `SUPER_USER_USERNAME names "${username}": ${former.map((name) => `"${name}"`).join(', ')} lost the right of a super user`,
    )
}
