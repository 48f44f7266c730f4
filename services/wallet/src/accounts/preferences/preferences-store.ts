import { unauthenticated } from '@satchel/http/service-error'
import { defineCommand, type Reader, type SqlValue } from '../../db/database.ts'

/** A user's settings of the web app, for all devices. */
export interface Preferences {
  /** BCP 47; null = that of the browser. */
  readonly locale: string | null
  /** The fiat currency of amounts; null = the app chooses. */
  readonly currency: string | null
  /** The unit in which amounts are entered and shown first. */
  readonly unit: 'sat' | 'fiat'
  readonly theme: 'system' | 'light' | 'dark'
  /** The wallet that opens first; null = the oldest. */
  readonly startWalletId: string | null
  readonly hideBalance: boolean
  /** Notify about received payments. */
  readonly notify: boolean
  /** No notification for smaller receipts. */
  readonly notifyMinSats: number
  /** Also by email, to the verified address. */
  readonly notifyMail: boolean
  /** Also by Nostr, to the verified key. */
  readonly notifyNostr: boolean
  /** For a super user: messages about alarms. */
  readonly notifyOperator: boolean
}

const DEFAULTS: Preferences = {
  locale: null,
  currency: null,
  unit: 'sat',
  theme: 'system',
  startWalletId: null,
  hideBalance: false,
  notify: false,
  notifyMinSats: 0,
  notifyMail: false,
  notifyNostr: false,
  notifyOperator: false,
}

interface PreferencesRow extends Pick<Preferences, 'locale' | 'currency' | 'unit' | 'theme'> {
  readonly start_wallet_id: string | null
  readonly hide_balance: bigint
  readonly notify: bigint
  readonly notify_min_sats: bigint
  readonly notify_mail: bigint
  readonly notify_nostr: bigint
  readonly notify_operator: bigint
}

/** Omits a start wallet that was closed, is no longer shared, or belongs to a disabled user. */
export async function findPreferences(reader: Reader, userId: string): Promise<Preferences> {
  const found = await reader.first(
    `SELECT locale, currency, unit, theme, hide_balance, notify, notify_min_sats, notify_mail, notify_nostr, notify_operator,
       (SELECT id FROM wallets w WHERE w.id = start_wallet_id AND closed_at IS NULL AND (w.user_id = $1 OR EXISTS (
          SELECT 1 FROM wallet_shares s WHERE s.wallet_id = w.id AND s.guest_id = $1 AND s.status = 'accepted'
            AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = w.user_id AND u.disabled_at IS NOT NULL))
       )) AS start_wallet_id
     FROM user_preferences WHERE user_id = $1`,
    [userId],
    (row: PreferencesRow): Preferences => ({
      locale: row.locale,
      currency: row.currency,
      unit: row.unit,
      theme: row.theme,
      startWalletId: row.start_wallet_id,
      hideBalance: row.hide_balance === 1n,
      notify: row.notify === 1n,
      notifyMinSats: Number(row.notify_min_sats),
      notifyMail: row.notify_mail === 1n,
      notifyNostr: row.notify_nostr === 1n,
      notifyOperator: row.notify_operator === 1n,
    }),
  )
  return found ?? DEFAULTS
}

const COLUMNS = {
  locale: 'locale',
  currency: 'currency',
  unit: 'unit',
  theme: 'theme',
  startWalletId: 'start_wallet_id',
  hideBalance: 'hide_balance',
  notify: 'notify',
  notifyMinSats: 'notify_min_sats',
  notifyMail: 'notify_mail',
  notifyNostr: 'notify_nostr',
  notifyOperator: 'notify_operator',
} as const satisfies Record<keyof Preferences, string>

/** Undefined = unchanged. */
export type PreferencesChange = { readonly [Field in keyof Preferences]?: Preferences[Field] | undefined }

/** Changes only the given fields, so that two devices do not overwrite each other's choices. */
export const changePreferences = defineCommand({
  name: 'change-preferences',
  run: async (tx, { userId, change }: { userId: string; change: PreferencesChange }): Promise<void> => {
    const given = (Object.keys(COLUMNS) as (keyof Preferences)[]).filter((field) => change[field] !== undefined)
    if (given.length === 0) return
    const columns = given.map((field) => COLUMNS[field])
    await tx.run({
      // Selects from `users`, so that no row is stored for a deleted account.
      sql: `INSERT INTO user_preferences (user_id, ${columns.join(', ')})
            SELECT id, ${columns.map((column, index) => `CAST($${index + 2} AS ${TYPES[column] ?? 'TEXT'})`).join(', ')}
            FROM users WHERE id = $1
            ON CONFLICT (user_id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      params: [userId, ...given.map((field) => toSql(change[field]))],
      rows: 1,
      otherwise: () => unauthenticated('This account is gone.', { code: 'account_gone' }),
    })
  },
})

const TYPES: Readonly<Record<string, string>> = {
  hide_balance: 'BIGINT',
  notify: 'BIGINT',
  notify_min_sats: 'BIGINT',
  notify_mail: 'BIGINT',
  notify_nostr: 'BIGINT',
  notify_operator: 'BIGINT',
}

const toSql = (value: string | number | boolean | null | undefined): SqlValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)
