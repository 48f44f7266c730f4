import { RATE_LIMIT_UNITS } from '@satchel/http/environment'
import { LARGEST_SAT } from '@satchel/money/units'
import { type Static, type TSchema, Type } from 'typebox'
import { LOGIN_METHODS, SECOND_FACTOR_RULES } from './accounts.ts'

const LARGEST = Number(LARGEST_SAT)
const MAX_REQUESTS = 1_000_000_000

const choice = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description })

const whole = (minimum: number, maximum: number, description: string) => Type.Integer({ minimum, maximum, description })

const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^[^\\u0000]*$', description })

/** Takes effect with the next request, in all processes within a second. */
const live = <S extends TSchema>(schema: S) => ({ schema, takesEffect: 'live' as const })
/** Takes effect at the next start. */
const atRestart = <S extends TSchema>(schema: S) => ({ schema, takesEffect: 'restart' as const })

const USER_ID = '^[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$'

/** Settings that an administrator may change at run time; the environment has the defaults (rule S530). */
export const SETTINGS = {
  allow_new_accounts: live(Type.Boolean({ description: 'Whether registration is open.' })),
  auth_allowed_methods: live(
    Type.Array(choice(LOGIN_METHODS, 'A log-in method.'), {
      minItems: 1,
      maxItems: LOGIN_METHODS.length,
      uniqueItems: true,
      description: 'Log-in methods. Users of a method that is not listed are locked out: keep your own.',
    }),
  ),
  allowed_users: live(
    Type.Array(Type.String({ pattern: USER_ID, description: 'A user id, with dashes or without.' }), {
      maxItems: 10_000,
      uniqueItems: true,
      description: 'Ids of the users who may use the service, besides the super user; empty = all users.',
    }),
  ),
  require_second_factor: live(choice(SECOND_FACTOR_RULES, 'Who must have a second factor to log in.')),
  max_payment_sats: live(whole(1, LARGEST, 'Largest amount of one payment or invoice, satoshis.')),
  max_balance_sats: live(
    whole(
      1,
      LARGEST,
      'Maximum balance of one wallet, satoshis: invoices, internal payments and top-ups above it are rejected. Receipts at the node are credited even above it.',
    ),
  ),
  daily_limit_wallet_sats: live(whole(0, LARGEST, 'What one wallet may send in a day (UTC), satoshis; 0 = no limit.')),
  daily_limit_user_sats: live(
    whole(0, LARGEST, 'What all wallets of one user may send in a day (UTC), satoshis; 0 = no limit.'),
  ),
  max_pending_per_wallet: live(whole(1, 1_000_000, 'How many payments of one wallet may be in flight.')),
  max_pending: live(whole(1, 10_000_000, 'How many payments of all wallets may be in flight.')),
  max_held_per_account: live(
    whole(
      1,
      1_000_000,
      'How many payments from outside one account may have held; the next ones go back to their payers.',
    ),
  ),
  max_held: live(
    whole(1, 1_000_000, 'How many payments from outside may be held at the node: fewer than a channel has slots.'),
  ),
  max_hold_invoices_per_account: live(
    whole(1, 1_000_000, 'How many hold invoices of one account may be neither settled nor cancelled nor expired.'),
  ),
  fee_reserve_min_msat: live(whole(0, 1_000_000_000, 'Least routing fee set aside for a payment, millisatoshis.')),
  fee_reserve_ppm: live(whole(0, 1_000_000, 'Routing fee set aside, parts per million of the amount.')),
  hold_seconds: live(whole(1, 1_209_600, 'How long a held payment waits for its settlement, seconds.')),
  site_name: live(
    Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\u0000]*$', description: 'Shown to visitors.' }),
  ),
  site_motd: live(text(500, 'One line shown to every user, or empty.')),
  rate_limit_requests: atRestart(whole(0, MAX_REQUESTS, 'Requests of one address per unit; 0 = no limit.')),
  rate_limit_unit: atRestart(choice(RATE_LIMIT_UNITS, 'The unit of the rate limit.')),
} as const

export type SettingName = keyof typeof SETTINGS

export type SettingValues = { readonly [Name in SettingName]: Readonly<Static<(typeof SETTINGS)[Name]['schema']>> }

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]
