import type { Reader } from '@satchel/http/environment'
import { withDashes } from '../ids.ts'

export const LOGIN_METHODS = [
  'username-password',
  'user-id-only',
  'nostr-auth-nip98',
  'google-auth',
  'github-auth',
  'keycloak-auth',
  'passkey',
] as const

export type LoginMethod = (typeof LOGIN_METHODS)[number]

/** Which accounts must have a second factor. */
export const SECOND_FACTOR_RULES = ['nobody', 'admins', 'everybody'] as const

export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number]

/** Who may log in, and how (rules W27, S410). */
export interface AccountsConfig {
  readonly methods: ReadonlySet<LoginMethod>
  readonly allowNewAccounts: boolean
  /** Ids of the users who may use the service, besides the super user; undefined = all users. */
  readonly allowedUsers: ReadonlySet<string> | undefined
  readonly requireSecondFactor: SecondFactorRule
}

/** `realMoney`: then the default does not include log-ins by user id alone. */
export function readAccounts(read: Reader, problems: string[], realMoney: boolean): AccountsConfig {
  const named = read.list('AUTH_ALLOWED_METHODS').map((method) => method.toLowerCase())
  const unknown = named.filter((method) => !LOGIN_METHODS.some((known) => known === method))
  if (unknown.length > 0) {
    problems.push(`AUTH_ALLOWED_METHODS: unknown: ${unknown.join(', ')}; known: ${LOGIN_METHODS.join(', ')}`)
  }
  const providers = (['google', 'github', 'keycloak'] as const).filter(
    (provider) => read.optional(`${provider.toUpperCase()}_CLIENT_ID`) !== undefined,
  )
  const fallback: LoginMethod[] = [
    'username-password',
    ...(realMoney ? [] : (['user-id-only'] as const)),
    'nostr-auth-nip98',
    ...providers.map((provider) => `${provider}-auth` as const),
    'passkey',
  ]
  return {
    methods: new Set(named.length > 0 ? LOGIN_METHODS.filter((method) => named.includes(method)) : fallback),
    allowNewAccounts: read.flag('SERVICE_ALLOW_NEW_ACCOUNTS', true),
    allowedUsers: toAllowedUsers(read.list('SERVICE_ALLOWED_USERS')),
    requireSecondFactor: read.choice('SERVICE_REQUIRE_SECOND_FACTOR', SECOND_FACTOR_RULES, 'nobody'),
  }
}

/** Undefined: everybody. */
export const toAllowedUsers = (ids: readonly string[]): ReadonlySet<string> | undefined =>
  ids.length > 0 ? new Set(ids.map(withDashes)) : undefined
