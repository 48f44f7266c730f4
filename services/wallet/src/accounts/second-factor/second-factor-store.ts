import { unauthenticated } from '@satchel/http/service-error'
import type { Change, Reader } from '../../db/database.ts'

export interface Totp {
  readonly secretSealed: string
  readonly active: boolean
}

interface TotpRow {
  readonly secret_sealed: string
  readonly active_at: bigint | null
}

const toTotp = (row: TotpRow): Totp => ({ secretSealed: row.secret_sealed, active: row.active_at !== null })

export const findTotp = (reader: Reader, userId: string): Promise<Totp | undefined> =>
  reader.first('SELECT secret_sealed, active_at FROM totp WHERE user_id = $1', [userId], toTotp)

export interface Passkey {
  /** Id given by the authenticator, base64url. */
  readonly id: string
  readonly userId: string
  readonly name: string
  /** COSE, base64url. */
  readonly publicKey: string
  readonly transports: readonly string[]
  readonly backedUp: boolean
  /** Unix seconds. */
  readonly createdAt: number
  readonly lastUsedAt: number | undefined
}

interface PasskeyRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly public_key: string
  readonly transports: string
  readonly backed_up: bigint
  readonly created_at: bigint
  readonly last_used_at: bigint | null
}

const COLUMNS = 'id, user_id, name, public_key, transports, backed_up, created_at, last_used_at'

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  publicKey: row.public_key,
  transports: row.transports.split(' ').filter((transport) => transport !== ''),
  backedUp: row.backed_up === 1n,
  createdAt: Number(row.created_at),
  lastUsedAt: row.last_used_at === null ? undefined : Number(row.last_used_at),
})

export const findPasskey = (reader: Reader, id: string): Promise<Passkey | undefined> =>
  reader.first(`SELECT ${COLUMNS} FROM passkeys WHERE id = $1`, [id], toPasskey)

/** Oldest first. */
export const listPasskeys = (reader: Reader, userId: string): Promise<Passkey[]> =>
  reader.list(`SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY seq`, [userId], toPasskey)

export type NewPasskey = Omit<Passkey, 'lastUsedAt'> & { readonly signCount: number }

export const insertPasskey = (passkey: NewPasskey): Change => ({
  sql: `INSERT INTO passkeys (id, user_id, name, public_key, sign_count, transports, backed_up, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  params: [
    passkey.id,
    passkey.userId,
    passkey.name,
    passkey.publicKey,
    passkey.signCount,
    passkey.transports.join(' '),
    passkey.backedUp ? 1 : 0,
    passkey.createdAt,
  ],
  rows: 1,
})

export const countRecoveryCodes = async (reader: Reader, userId: string): Promise<number> =>
  (await reader.first(
    'SELECT count(*) AS codes FROM recovery_codes WHERE user_id = $1',
    [userId],
    (row: { codes: bigint }) => Number(row.codes),
  )) ?? 0

/** Recomputes the account's list of factors from the tables that hold them. */
export const setSecondFactors = (userId: string): Change => ({
  sql: `UPDATE users SET second_factors =
          CASE WHEN EXISTS (SELECT 1 FROM totp WHERE user_id = $1 AND active_at IS NOT NULL) THEN 'totp ' ELSE '' END ||
          CASE WHEN EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1) THEN 'passkey' ELSE '' END
        WHERE id = $1`,
  params: [userId],
  rows: 1,
  otherwise: () => unauthenticated('This account is gone.', { code: 'account_gone' }),
})

/** Everything about a user's second factors: when an administrator removes them, and when the account is deleted. */
export const deleteSecondFactors = (userId: string): readonly Change[] =>
  ['totp', 'recovery_codes', 'passkeys'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE user_id = $1`,
    params: [userId],
  }))
