import { choice, flag, list, secret, text, whole } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { Type } from 'typebox'
import { withDashes } from '../base/ids.ts'
import { PROVIDER_IDS, PROVIDER_VARIABLES } from './login-providers.ts'
import { oneOf, type SettingValuesOf, setting } from './setting.ts'

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

/** Who may log in, and how (rules W27, S410). */
export type AccountsConfig = ReturnType<typeof accountsOf>

export const TOKEN_MINUTES = whole('AUTH_TOKEN_EXPIRE_MINUTES', [1440, 1, 5_256_000], 'Life of an access token.')

export const SUPER_USER = {
  username: text('SUPER_USER_USERNAME', 'The super user, created or updated at each start.'),
  password: secret('SUPER_USER_PASSWORD', "The super user's password, 8 to 128 characters."),
  takeOver: text(
    'SUPER_USER_TAKE_OVER',
    'Repeats `SUPER_USER_USERNAME`, for one start: an account of that name that is no super user becomes it, and loses every other log-in, link, token, share and second factor.',
  ),
}

const USER_ID = '^[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$'

export const LOG_INS = {
  allow_new_accounts: setting(flag('SERVICE_ALLOW_NEW_ACCOUNTS', true, 'Whether registration is open.'), {
    group: 'accounts',
  }),
  auth_allowed_methods: setting(
    list('AUTH_ALLOWED_METHODS', 'Ways to log in.', { varies: 'all that are configured' }),
    {
      group: 'accounts',
      about: 'Log-in methods. Users of a method that is not listed are locked out: keep your own.',
      items: oneOf(LOGIN_METHODS, 'A log-in method.'),
      bounds: { minItems: 1, maxItems: LOGIN_METHODS.length },
    },
  ),
  allowed_users: setting(
    list('SERVICE_ALLOWED_USERS', 'Ids of the users who may log in; the super user always may.', {
      varies: 'all users',
    }),
    {
      group: 'accounts',
      about: 'Ids of the users who may use the service, besides the super user; empty = all users.',
      items: Type.String({ pattern: USER_ID, description: 'Id of the user, with or without dashes.' }),
      bounds: { maxItems: 10_000 },
    },
  ),
  require_second_factor: setting(
    choice(
      'SERVICE_REQUIRE_SECOND_FACTOR',
      ['nobody', 'admins', 'everybody'],
      'nobody',
      'Who must have a second factor.',
    ),
    { group: 'accounts', about: 'Who must have a second factor to log in.' },
  ),
}

export const accountsOf = (values: SettingValuesOf<typeof LOG_INS>) => ({
  methods: new Set(values.auth_allowed_methods) as ReadonlySet<LoginMethod>,
  allowNewAccounts: values.allow_new_accounts,
  /** Besides the super user; undefined = all users. */
  allowedUsers:
    values.allowed_users.length > 0
      ? (new Set(values.allowed_users.map(withDashes)) as ReadonlySet<string>)
      : undefined,
  requireSecondFactor: values.require_second_factor,
})

/** The methods that an operator named, else the default. `realMoney`: that does not include log-ins by user id alone. */
export function readLoginMethods(read: Reader, problems: string[], realMoney: boolean): readonly LoginMethod[] {
  const variable = LOG_INS.auth_allowed_methods
  const named = read(variable).map((method) => method.toLowerCase())
  const unknown = named.filter((method) => !LOGIN_METHODS.some((known) => known === method))
  if (unknown.length > 0) {
    problems.push(`${variable.name}: unknown: ${unknown.join(', ')}; known: ${LOGIN_METHODS.join(', ')}`)
  }
  if (named.length > 0) return LOGIN_METHODS.filter((method) => named.includes(method))
  const providers = PROVIDER_IDS.filter((provider) => read(PROVIDER_VARIABLES[provider].clientId) !== undefined)
  return [
    'username-password',
    ...(realMoney ? [] : (['user-id-only'] as const)),
    'nostr-auth-nip98',
    ...providers.map((provider) => `${provider}-auth` as const),
    'passkey',
  ]
}

export function readSuperUser(read: Reader, problems: string[]) {
  const username = read(SUPER_USER.username)
  const password = read(SUPER_USER.password)
  const takeOver = read(SUPER_USER.takeOver)
  if (takeOver !== undefined && takeOver.toLowerCase() !== username?.toLowerCase()) {
    problems.push('SUPER_USER_TAKE_OVER: must repeat SUPER_USER_USERNAME, the account to take over')
  }
  if (username === undefined && password === undefined) return undefined
  if (username === undefined || password === undefined) {
    problems.push('SUPER_USER_USERNAME, SUPER_USER_PASSWORD: set both or neither')
    return undefined
  }
  if (!/^[A-Za-z0-9._-]{2,64}$/.test(username)) {
    problems.push('SUPER_USER_USERNAME: must be 2 to 64 letters, digits, dots, underscores or hyphens')
  }
  const length = Array.from(password).length
  if (length < 8 || length > 128) problems.push('SUPER_USER_PASSWORD: must have 8 to 128 characters')
  return { username, password, takeOver: takeOver !== undefined }
}
