import type { SettingName } from './setting-table.ts'

export const SETTING_GROUPS = ['site', 'accounts', 'amounts', 'in-flight', 'fees', 'requests'] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

export const SETTING_UNITS = ['sat', 'msat', 'ppm', 'seconds'] as const
export type SettingUnit = (typeof SETTING_UNITS)[number]

/** A setting's position on a page, and its unit. */
export const SETTING_PLACES: Readonly<
  Record<SettingName, { readonly group: SettingGroup; readonly unit?: SettingUnit }>
> = {
  allow_new_accounts: { group: 'accounts' },
  auth_allowed_methods: { group: 'accounts' },
  allowed_users: { group: 'accounts' },
  require_second_factor: { group: 'accounts' },
  max_payment_sats: { group: 'amounts', unit: 'sat' },
  max_balance_sats: { group: 'amounts', unit: 'sat' },
  daily_limit_wallet_sats: { group: 'amounts', unit: 'sat' },
  daily_limit_user_sats: { group: 'amounts', unit: 'sat' },
  max_pending_per_wallet: { group: 'in-flight' },
  max_pending: { group: 'in-flight' },
  max_held_per_account: { group: 'in-flight' },
  max_held: { group: 'in-flight' },
  max_hold_invoices_per_account: { group: 'in-flight' },
  hold_seconds: { group: 'in-flight', unit: 'seconds' },
  fee_reserve_min_msat: { group: 'fees', unit: 'msat' },
  fee_reserve_ppm: { group: 'fees', unit: 'ppm' },
  site_name: { group: 'site' },
  site_motd: { group: 'site' },
  rate_limit_requests: { group: 'requests' },
  rate_limit_unit: { group: 'requests' },
}
