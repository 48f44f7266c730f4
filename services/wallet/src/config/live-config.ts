import { RATE_LIMIT_UNITS, WINDOWS_MS } from '@satchel/http/environment'
import { msat, msatToSatFloor, sat, satToMsat, toJson } from '@satchel/money/units'
import type { Config, PaymentPolicy } from '../config.ts'
import { type AccountsConfig, toAllowedUsers } from './accounts.ts'
import type { SiteConfig } from './administration.ts'
import { toLimit } from './limits.ts'
import type { SettingValues } from './setting-table.ts'

export interface LiveConfig {
  /** The configuration with the settings in force: parts that keep a reference to it see every later change. */
  readonly config: Config
  values(): SettingValues
  apply(values: SettingValues): void
}

/** Settings that change while the service runs, as properties that cost no more than any other. */
export function createLiveConfig(given: Config, first: SettingValues): LiveConfig {
  let now = derive(given, first)
  const config: Config = {
    ...given,
    rateLimit: rateLimitOf(given, first),
    accounts: {
      ...given.accounts,
      get methods() {
        return now.accounts.methods
      },
      get allowNewAccounts() {
        return now.accounts.allowNewAccounts
      },
      get allowedUsers() {
        return now.accounts.allowedUsers
      },
      get requireSecondFactor() {
        return now.accounts.requireSecondFactor
      },
    },
    payments: livePayments(given.payments, () => now.payments),
    administration: {
      ...given.administration,
      site: {
        get name() {
          return now.site.name
        },
        get motd() {
          return now.site.motd
        },
      },
    },
  }
  return {
    config,
    values: () => now.values,
    apply(values) {
      now = derive(given, values)
    },
  }
}

/** `fees`, `caps`, `holds` and `daily` stay the same objects, because routes and use cases keep them. */
const livePayments = (given: PaymentPolicy, now: () => PaymentPolicy): PaymentPolicy => ({
  ...given,
  fees: {
    get leastMsat() {
      return now().fees.leastMsat
    },
    get partsPerMillion() {
      return now().fees.partsPerMillion
    },
  },
  caps: {
    get perWallet() {
      return now().caps.perWallet
    },
    get overall() {
      return now().caps.overall
    },
  },
  holds: {
    get perAccount() {
      return now().holds.perAccount
    },
    get perNode() {
      return now().holds.perNode
    },
    get invoicesPerAccount() {
      return now().holds.invoicesPerAccount
    },
  },
  daily: {
    get perWalletMsat() {
      return now().daily.perWalletMsat
    },
    get perUserMsat() {
      return now().daily.perUserMsat
    },
  },
  get maxPaymentMsat() {
    return now().maxPaymentMsat
  },
  get maxBalanceMsat() {
    return now().maxBalanceMsat
  },
  get holdSeconds() {
    return now().holdSeconds
  },
})

interface Derived {
  readonly values: SettingValues
  readonly accounts: AccountsConfig
  readonly payments: PaymentPolicy
  readonly site: SiteConfig
}

/** Once per change, not once per reading. */
const derive = ({ accounts, payments }: Config, values: SettingValues): Derived => ({
  values,
  accounts: {
    ...accounts,
    methods: new Set(values.auth_allowed_methods),
    allowNewAccounts: values.allow_new_accounts,
    allowedUsers: toAllowedUsers(values.allowed_users),
    requireSecondFactor: values.require_second_factor,
  },
  payments: {
    ...payments,
    fees: { leastMsat: msat(values.fee_reserve_min_msat), partsPerMillion: values.fee_reserve_ppm },
    caps: { perWallet: values.max_pending_per_wallet, overall: values.max_pending },
    holds: {
      perAccount: values.max_held_per_account,
      perNode: values.max_held,
      invoicesPerAccount: values.max_hold_invoices_per_account,
    },
    daily: {
      perWalletMsat: toLimit(values.daily_limit_wallet_sats),
      perUserMsat: toLimit(values.daily_limit_user_sats),
    },
    maxPaymentMsat: satToMsat(sat(values.max_payment_sats)),
    maxBalanceMsat: satToMsat(sat(values.max_balance_sats)),
    holdSeconds: values.hold_seconds,
  },
  site: { name: values.site_name, motd: values.site_motd },
})

/** The values from the environment, for settings that no administrator has changed. */
export function settingDefaults({ accounts, payments, administration, rateLimit }: Config): SettingValues {
  const sats = (amount: PaymentPolicy['maxPaymentMsat'] | undefined): number =>
    amount === undefined ? 0 : toJson(msatToSatFloor(amount))
  return {
    allow_new_accounts: accounts.allowNewAccounts,
    auth_allowed_methods: [...accounts.methods],
    allowed_users: [...(accounts.allowedUsers ?? [])],
    require_second_factor: accounts.requireSecondFactor,
    max_payment_sats: sats(payments.maxPaymentMsat),
    max_balance_sats: sats(payments.maxBalanceMsat),
    daily_limit_wallet_sats: sats(payments.daily.perWalletMsat),
    daily_limit_user_sats: sats(payments.daily.perUserMsat),
    max_pending_per_wallet: payments.caps.perWallet,
    max_pending: payments.caps.overall,
    max_held_per_account: payments.holds.perAccount,
    max_held: payments.holds.perNode,
    max_hold_invoices_per_account: payments.holds.invoicesPerAccount,
    fee_reserve_min_msat: toJson(payments.fees.leastMsat),
    fee_reserve_ppm: payments.fees.partsPerMillion,
    hold_seconds: payments.holdSeconds,
    site_name: administration.site.name,
    site_motd: administration.site.motd,
    rate_limit_requests: rateLimit?.requests ?? 0,
    rate_limit_unit: RATE_LIMIT_UNITS.find((unit) => WINDOWS_MS[unit] === rateLimit?.windowMs) ?? 'minute',
  }
}

function rateLimitOf({ rateLimit }: Config, values: SettingValues): Config['rateLimit'] {
  if (values.rate_limit_requests === 0) return undefined
  return { ...rateLimit, requests: values.rate_limit_requests, windowMs: WINDOWS_MS[values.rate_limit_unit] }
}
