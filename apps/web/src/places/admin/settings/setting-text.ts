import { locale, t, type TextKey } from '../../../language/language.ts'
import { msatOf, satToMsat } from '../../../money/money.ts'
import { preciseSatText, satText } from '../../../parts/amount.tsx'
import { periodText } from '../../../language/period-text.ts'
import { percentText } from '../../../money/typed-number.ts'
import type { Setting, SettingValue } from './setting.ts'
import { listed } from '../../../language/joined.ts'

/** Title and description of each setting. */
const SETTING_TEXTS: Readonly<Record<string, readonly [name: TextKey, meaning: TextKey]>> = {
  site_name: ['admin.set-site-name', 'admin.set-site-name-note'],
  site_motd: ['admin.set-motd', 'admin.set-motd-note'],
  allow_new_accounts: ['admin.set-accounts', 'admin.set-accounts-note'],
  auth_allowed_methods: ['admin.set-methods', 'admin.set-methods-note'],
  allowed_users: ['admin.set-allowed', 'admin.set-allowed-note'],
  require_second_factor: ['admin.set-factor', 'admin.set-factor-note'],
  max_payment_sats: ['admin.set-max-payment', 'admin.set-max-payment-note'],
  max_balance_sats: ['admin.set-max-balance', 'admin.set-max-balance-note'],
  daily_limit_wallet_sats: ['admin.set-daily-wallet', 'admin.set-daily-wallet-note'],
  daily_limit_user_sats: ['admin.set-daily-user', 'admin.set-daily-user-note'],
  max_pending_per_wallet: ['admin.set-pending-wallet', 'admin.set-pending-wallet-note'],
  max_pending: ['admin.set-pending', 'admin.set-pending-note'],
  max_held_per_account: ['admin.set-held-account', 'admin.set-held-account-note'],
  max_held: ['admin.set-held', 'admin.set-held-note'],
  max_hold_invoices_per_account: ['admin.set-hold-invoices', 'admin.set-hold-invoices-note'],
  hold_seconds: ['admin.set-hold-seconds', 'admin.set-hold-seconds-note'],
  fee_reserve_min_msat: ['admin.set-fee-min', 'admin.set-fee-min-note'],
  fee_reserve_ppm: ['admin.set-fee-ppm', 'admin.set-fee-ppm-note'],
  rate_limit_requests: ['admin.set-requests', 'admin.set-requests-note'],
  rate_limit_unit: ['admin.set-requests-unit', 'admin.set-requests-unit-note'],
}

const OPTION_TEXTS: Readonly<Record<string, TextKey>> = {
  'username-password': 'admin.way-password',
  'user-id-only': 'admin.way-id',
  'nostr-auth-nip98': 'admin.way-nostr',
  passkey: 'admin.way-passkey',
  nobody: 'admin.factor-nobody',
  admins: 'admin.factor-admins',
  everybody: 'admin.factor-everybody',
  second: 'admin.unit-second',
  minute: 'admin.unit-minute',
  hour: 'admin.unit-hour',
  day: 'admin.unit-day',
}

/** Names of companies and products are not translated. */
const BRANDS: Readonly<Record<string, string>> = {
  'google-auth': 'Google',
  'github-auth': 'GitHub',
  'keycloak-auth': 'Keycloak',
}

/** An unknown setting shows the service's texts. */
export function textOf(setting: Pick<Setting, 'name' | 'description'>): {
  readonly title: string
  readonly meaning: string
} {
  const found = SETTING_TEXTS[setting.name]
  return found === undefined
    ? { title: setting.name, meaning: setting.description }
    : { title: t(found[0]), meaning: t(found[1]) }
}

export function optionText(option: string): string {
  const key = OPTION_TEXTS[option]
  return key === undefined ? (BRANDS[option] ?? option) : t(key)
}

/** Limits that 0 turns off. */
const UNLIMITED_BY_ZERO: ReadonlySet<string> = new Set([
  'daily_limit_wallet_sats',
  'daily_limit_user_sats',
  'rate_limit_requests',
])

export function valueText({ name, unit }: Pick<Setting, 'name' | 'unit'>, value: SettingValue): string {
  if (value === 0 && UNLIMITED_BY_ZERO.has(name)) return t('admin.none')
  if (typeof value === 'boolean') return value ? t('admin.yes') : t('admin.no')
  if (typeof value === 'object') return value.length === 0 ? t('admin.none') : listed(value.map(optionText))
  if (typeof value === 'string') return value === '' ? t('admin.none') : optionText(value)
  return unit === 'ppm' ? t('admin.of-amount', { percent: countText(unit, value) }) : countText(unit, value)
}

/** A number in the unit in which it is typed. */
export function countText(unit: Setting['unit'], value: number): string {
  if (unit === 'sat') return satText(satToMsat(value))
  if (unit === 'msat') return preciseSatText(msatOf(value))
  if (unit === 'seconds') return periodText(value)
  return unit === 'ppm' ? percentText(value / 10_000) : new Intl.NumberFormat(locale()).format(value)
}
