import type { CredentialLookups } from '../access/access-rules.ts'
import type { StepUpWay } from '../access/principal.ts'
import type { BrowserRequest } from '../access/session-cookie.ts'
import { tokenEnded } from '../access/shown-credential.ts'
import { createAclTokens, isAclToken } from '../accounts/acls/acl-tokens.ts'
import { lacksSecondFactor } from '../accounts/second-factor/lacks-second-factor.ts'
import { requireAllowedUser } from '../accounts/users/let-in.ts'
import { isLoginFresh, type LoginTokens } from '../accounts/users/login-tokens.ts'
import type { SessionWithUser } from '../accounts/users/session-store.ts'
import type { Sessions } from '../accounts/users/sessions.ts'
import { findUser, findUserWithPassword } from '../accounts/users/user-store.ts'
import { type Clock, unixSeconds } from '../base/clock.ts'
import { remember } from '../base/remember.ts'
import type { AccountsConfig } from '../config/accounts.ts'
import type { Database } from '../db/database.ts'
import { asGuest, findGuest, listViewedWallets } from '../wallets/share-store.ts'
import { openFirstWallet } from '../wallets/wallet-commands.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { DEFAULT_WALLET_NAME, prepareWallet } from '../wallets/wallet-secrets.ts'
import { findDefaultWallet, findWallet, findWalletByKey } from '../wallets/wallet-store.ts'

export interface CredentialDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly tokens: LoginTokens
  readonly sessions: Pick<Sessions, 'find' | 'isProofFresh'>
  readonly clock: Clock
  readonly accounts: AccountsConfig
  /** The meaning of a token. */
  readonly translateToken: (token: string) => string
}

/** Lookups of wallets and accounts for the access rules. */
export function createCredentialLookups({
  db,
  vault,
  tokens,
  sessions,
  clock,
  accounts,
  translateToken,
}: CredentialDeps): CredentialLookups {
  const memory = createKeyMemory(db)
  const aclTokens = createAclTokens({ db, vault, clock })

  const findByUnknownKey = async (key: string): Promise<KeyHolder | undefined> => {
    const version = db.version('wallets')
    const found = await findWalletByKey(db, vault, key)
    if (found === undefined) return undefined
    const { wallet, kind: right, digest } = found
    memory.keep(key, version, { via: 'key', right, wallet: { ...wallet, balanceMsat: undefined }, digest })
    return { via: 'key', right, wallet, digest }
  }

  /** Always role `user`, even if an administrator created the token: only a log-in may administer. */
  const readAclToken: CredentialLookups['readToken'] = async (token) => {
    const { userId, acl } = await aclTokens.read(token)
    const user = await findUser(db, userId)
    if (user === undefined) throw tokenEnded()
    requireAllowedUser(accounts, user)
    const mustSetUp = lacksSecondFactor(accounts, user)
    return { via: 'token', userId, tokenVersion: user.tokenVersion, role: 'user', acl, mustSetUp }
  }
  return {
    findByKey: (key) => memory.recall(key) ?? (KEY.test(key) ? findByUnknownKey(key) : undefined),
    async readToken(given) {
      const token = translateToken(given)
      if (isAclToken(token)) return readAclToken(token)
      const claims = tokens.read(token)
      const found = await findUserWithPassword(db, claims.userId)
      if (found?.user.tokenVersion !== claims.tokenVersion) throw tokenEnded()
      const { user, passwordHash } = found
      requireAllowedUser(accounts, user)
      const { loggedInAt, tokenVersion, expiresAt } = claims
      const ways = stepUpWaysOf({ user, hasPassword: passwordHash !== undefined })
      return {
        via: 'token',
        userId: user.id,
        tokenVersion,
        role: user.role,
        loggedInAt,
        proof: { isFresh: isLoginFresh(loggedInAt, clock), stepUpWays: [...new Set([...ways, 'login' as const])] },
        token: { expiresAt },
        mustSetUp: lacksSecondFactor(accounts, user),
      }
    },
    readSession: (request) => readSession({ sessions, accounts }, request),
    async findUserWallet(userId, walletId) {
      if (walletId !== undefined) {
        const wallet = walletId.includes('\0') ? undefined : await findWallet(db, vault, walletId)
        if (wallet === undefined || wallet.userId === userId) return wallet
        const guest = await findGuest(db, vault, { walletId: wallet.id, userId })
        return guest && asGuest(wallet, guest)
      }
      const oldest = await findDefaultWallet(db, vault, userId)
      if (oldest !== undefined) return oldest
      await db.transact(openFirstWallet, prepareWallet(vault, userId, DEFAULT_WALLET_NAME, unixSeconds(clock)))
      return findDefaultWallet(db, vault, userId)
    },
    listViewedWallets: (userId) => listViewedWallets(db, userId),
  }
}

async function readSession(
  { sessions, accounts }: Pick<CredentialDeps, 'sessions' | 'accounts'>,
  request: BrowserRequest,
): ReturnType<CredentialLookups['readSession']> {
  const found = await sessions.find(request)
  if (found === undefined) return undefined
  const { session, user } = found
  requireAllowedUser(accounts, user)
  return {
    via: 'token',
    userId: user.id,
    tokenVersion: user.tokenVersion,
    role: user.role,
    loggedInAt: session.provenAt,
    proof: { isFresh: sessions.isProofFresh(session), stepUpWays: stepUpWaysOf(found) },
    session: { id: session.id },
    mustSetUp: lacksSecondFactor(accounts, user),
  }
}

/** A second factor if the account has one: a thief of an open browser may know the password. */
const stepUpWaysOf = ({ user, hasPassword }: Pick<SessionWithUser, 'user' | 'hasPassword'>): readonly StepUpWay[] => {
  if (user.secondFactors.length > 0) return user.secondFactors
  return [hasPassword ? 'password' : 'login']
}

type KeyHolder = NonNullable<Awaited<ReturnType<CredentialLookups['findByKey']>>>

const KEY = /^[0-9a-f]{32}$/

const MAX_REMEMBERED = 10_000

/** Caches the owner of a key until a wallet changes, without the balance. */
function createKeyMemory(db: Database) {
  const known = new Map<string, KeyHolder>()
  let since: number | undefined
  return {
    recall(key: string): KeyHolder | undefined {
      if (since !== undefined && since === db.version('wallets')) return known.get(key)
      known.clear()
      since = db.version('wallets')
      return undefined
    },
    /** `version`: read before the lookup, so that a result that changed meanwhile is not cached. */
    keep(key: string, version: number | undefined, holder: KeyHolder): void {
      if (version !== undefined && version === since) remember(known, MAX_REMEMBERED, key, holder)
    },
  }
}
