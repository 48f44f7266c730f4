import { whole } from '@satchel/configuration/variables/variable'
import { MAX_SAT, type Msat, msat, sat, satToMsat } from '@satchel/money/units'
import { usualByKind } from './node-variables.ts'
import { type SettingValuesOf, setting } from './setting.ts'

export type PaymentPolicy = ReturnType<typeof policyOf> & {
  /** How long a sender waits for the node before it is answered "pending". */
  readonly payWaitMs: number
  /** The node has other users, whose payments do not count as differences from the books. */
  readonly nodeIsShared: boolean
}
export type FeePolicy = PaymentPolicy['fees']
export type PendingCaps = PaymentPolicy['caps']
export type HoldLimits = PaymentPolicy['holds']
export type DailyLimits = PaymentPolicy['daily']

const MILLION = 1_000_000
const SATS = Number(MAX_SAT)

export const FEES = {
  fee_reserve_min_msat: setting(
    whole(
      'SERVICE_FEE_RESERVE_MIN_MSAT',
      [usualByKind('minReserveMsat'), 0, 1_000_000_000],
      'Least routing fee reserved, millisatoshis.',
    ),
    { group: 'fees', about: 'Least routing fee set aside for a payment, millisatoshis.' },
  ),
  fee_reserve_ppm: setting(
    whole('SERVICE_FEE_RESERVE_PPM', [10_000, 0, MILLION], 'Routing fee reserved, parts per million of the amount.'),
    { group: 'fees', about: 'Routing fee set aside, parts per million of the amount.' },
  ),
}

export const IN_FLIGHT = {
  max_pending_per_wallet: setting(
    whole('SERVICE_MAX_PENDING_PER_WALLET', [1000, 1, MILLION], 'Payments of one wallet in flight.'),
    { group: 'in-flight', about: 'How many payments of one wallet may be in flight.' },
  ),
  max_pending: setting(whole('SERVICE_MAX_PENDING', [10_000, 1, 10_000_000], 'Payments of all wallets in flight.'), {
    group: 'in-flight',
    about: 'How many payments of all wallets may be in flight.',
  }),
  max_held_per_account: setting(
    whole('SERVICE_MAX_HELD_PER_ACCOUNT', [50, 1, MILLION], 'Payments from outside held for one account.'),
    {
      group: 'in-flight',
      about: 'How many payments from outside one account may have held; the next ones go back to their payers.',
    },
  ),
  max_held: setting(
    whole(
      'SERVICE_MAX_HELD',
      ["what the node's channels can hold", 1, MILLION],
      'Payments from outside held at the node.',
    ),
    {
      group: 'in-flight',
      about: 'How many payments from outside may be held at the node: fewer than a channel has slots.',
    },
  ),
  max_hold_invoices_per_account: setting(
    whole(
      'SERVICE_MAX_HOLD_INVOICES_PER_ACCOUNT',
      [200, 1, MILLION],
      'Hold invoices of one account that are not final.',
    ),
    {
      group: 'in-flight',
      about: 'How many hold invoices of one account may be neither settled nor cancelled nor expired.',
    },
  ),
}

export const AMOUNTS = {
  max_payment_sats: setting(whole('SERVICE_MAX_PAYMENT_SATS', [10_000_000, 1, SATS], 'Largest payment or invoice.'), {
    group: 'amounts',
    about: 'Largest amount of one payment or invoice, satoshis.',
  }),
  max_balance_sats: setting(
    whole(
      'SERVICE_MAX_BALANCE_SATS',
      [SATS, 1, SATS],
      'Largest balance of one wallet; receipts at the node are credited above it.',
    ),
    {
      group: 'amounts',
      about:
        'Maximum balance of one wallet, satoshis: invoices, internal payments and top-ups above it are rejected. Receipts at the node are credited even above it.',
    },
  ),
  daily_limit_wallet_sats: setting(
    whole('SERVICE_DAILY_LIMIT_WALLET_SATS', [0, 0, SATS], 'What one wallet may send in a day (UTC); 0 = no limit.'),
    { group: 'amounts', about: 'What one wallet may send in a day (UTC), satoshis; 0 = no limit.' },
  ),
  daily_limit_user_sats: setting(
    whole(
      'SERVICE_DAILY_LIMIT_USER_SATS',
      [0, 0, SATS],
      'What all wallets of one user may send in a day (UTC); 0 = no limit.',
    ),
    {
      group: 'amounts',
      about: 'What all wallets of one user may send in a day (UTC), satoshis; 0 = no limit.',
    },
  ),
}

export const HOLDS = {
  hold_seconds: setting(
    whole('SERVICE_HOLD_SECONDS', [86_400, 1, 1_209_600], 'A held payment returns to its payer after this time.'),
    { group: 'in-flight', about: 'How long a held payment waits for its settlement, seconds.' },
  ),
}

export const PAYING = {
  payWaitMs: whole(
    'SERVICE_PAY_WAIT_MS',
    [10_000, 1, 600_000],
    'How long a sender waits before the answer is `pending`.',
  ),
  reconcileMs: whole(
    'SERVICE_RECONCILE_MS',
    [usualByKind('reconcileMs'), 20, 3_600_000],
    'How often receipts are swept and pending payments polled.',
  ),
}

type Values = SettingValuesOf<typeof FEES & typeof IN_FLIGHT & typeof AMOUNTS & typeof HOLDS>

export const policyOf = (values: Values) => ({
  fees: { leastMsat: msat(values.fee_reserve_min_msat), partsPerMillion: values.fee_reserve_ppm },
  caps: { perWallet: values.max_pending_per_wallet, overall: values.max_pending },
  holds: {
    perAccount: values.max_held_per_account,
    perNode: values.max_held,
    invoicesPerAccount: values.max_hold_invoices_per_account,
  },
  maxPaymentMsat: satToMsat(sat(values.max_payment_sats)),
  maxBalanceMsat: satToMsat(sat(values.max_balance_sats)),
  daily: {
    perWalletMsat: toLimit(values.daily_limit_wallet_sats),
    perUserMsat: toLimit(values.daily_limit_user_sats),
  },
  holdSeconds: values.hold_seconds,
})

/** Satoshis as an operator writes them: 0 = no limit. */
const toLimit = (sats: number): Msat | undefined => (sats === 0 ? undefined : satToMsat(sat(sats)))
