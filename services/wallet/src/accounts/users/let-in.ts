import { forbidden } from '@satchel/http/service-error'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { AccountsConfig, LoginMethod } from '../../config/accounts.ts'
import { type Database, defineCommand } from '../../db/database.ts'
import { type AuditEntry, noteInAuditLog } from '../../events/audit-log.ts'
import type { LoginTokens } from './login-tokens.ts'
import type { AskedSession, Sessions } from './sessions.ts'
import type { User } from './user.ts'
import { setLastLogin } from './user-store.ts'

/** How a user logs in, once the first proof (password, signature, provider) has been checked. */
export interface Entrance {
  readonly method: LoginMethod
  /** The client's address, for the audit log. */
  readonly address: string
  /** The second factor has been proven as well, by its own ticket or by a passkey that verified its user. */
  readonly secondFactorProven?: boolean | undefined
  /** The code of an authenticator app, sent along with the first proof. */
  readonly totp?: string | undefined
  /** Set when the client is a browser that wants a cookie in place of a token. */
  readonly session: AskedSession | undefined
  /** False: programs of the user may know the credential, which proves nothing. */
  readonly isProof?: boolean | undefined
}

/** The second-factor check of every log-in. */
export interface SecondFactors {
  /** Passes if the factor is proven; else throws an error that names the missing proof. */
  require(user: User, entrance: Entrance): Promise<void>
}

export interface LetInDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: LoginTokens
  readonly sessions: Pick<Sessions, 'asked' | 'forVisitor' | 'start'>
  readonly accounts: AccountsConfig
  readonly secondFactors: SecondFactors
}

export interface IssuedToken {
  readonly access_token: string
  readonly token_type: 'bearer' | 'cookie'
}

/** The answer to a browser: the token is in a cookie that scripts cannot read. */
export const IN_COOKIE: IssuedToken = { access_token: '', token_type: 'cookie' }

/** Completes a log-in. All methods end here, so that the same rules hold for all. */
export async function letIn(deps: LetInDeps, user: User, entrance: Entrance): Promise<IssuedToken> {
  requireMethod(deps.accounts, entrance.method)
  requireAllowedUser(deps.accounts, user)
  if (entrance.secondFactorProven !== true) await deps.secondFactors.require(user, entrance)
  const note: AuditEntry = {
    actor: { id: user.id, address: entrance.address },
    action: 'logged-in',
    subject: user.id,
    detail: { method: entrance.method },
    at: unixSeconds(deps.clock),
  }
  if (entrance.session !== undefined) {
    await deps.sessions.start(user, entrance.session, note, entrance.isProof)
    return IN_COOKIE
  }
  await deps.db.transact(noteLogin, note)
  return { access_token: deps.tokens.issue(user, entrance.isProof), token_type: 'bearer' }
}

/** Call it before any check: a disabled method must not reveal which accounts exist. */
export function requireMethod({ methods }: AccountsConfig, method: LoginMethod): void {
  if (!methods.has(method))
    throw forbidden(`Logging in by ${method} is not allowed here.`, { code: 'login_method_off', params: { method } })
}

/**
 * Rejects disabled accounts and those not in SERVICE_ALLOWED_USERS, at log-ins and for issued tokens. The super user is
 * always allowed (rule S413).
 */
export function requireAllowedUser(
  { allowedUsers }: AccountsConfig,
  user: Pick<User, 'id' | 'role' | 'isDisabled'>,
): void {
  if (user.isDisabled) throw forbidden('This account is disabled.', { code: 'account_disabled' })
  if (allowedUsers === undefined || allowedUsers.has(user.id) || user.role === 'super-user') return
  throw forbidden('This account may not use the service.', { code: 'account_not_allowed' })
}

export const noteLogin = defineCommand({
  name: 'note-login',
  run: async (tx, entry: AuditEntry): Promise<void> => {
    await tx.run(setLastLogin(entry.subject, entry.at))
    await tx.run(noteInAuditLog(entry))
  },
})
