import type { Change, Reader } from '../../../db/database.ts'

/** Installed, and perhaps active, for one account. */
export interface AccountExtension {
  readonly extId: string
  readonly active: boolean
}

const toAccountExtension = (row: { ext_id: string; active: bigint }): AccountExtension => ({
  extId: row.ext_id,
  active: row.active === 1n,
})

export const listAccountExtensions = (reader: Reader, userId: string): Promise<AccountExtension[]> =>
  reader.list('SELECT ext_id, active FROM extension_accounts WHERE user_id = $1', [userId], toAccountExtension)

export const findAccountExtension = (
  reader: Reader,
  userId: string,
  extId: string,
): Promise<AccountExtension | undefined> =>
  reader.first(
    'SELECT ext_id, active FROM extension_accounts WHERE user_id = $1 AND ext_id = $2',
    [userId, extId],
    toAccountExtension,
  )

/** How many accounts use each. */
export const countActive = (reader: Reader): Promise<[extId: string, accounts: number][]> =>
  reader.list(
    'SELECT ext_id, count(*) AS accounts FROM extension_accounts WHERE active = 1 GROUP BY ext_id',
    [],
    (row: { ext_id: string; accounts: bigint }): [string, number] => [row.ext_id, Number(row.accounts)],
  )

export const insertAccountExtension = (userId: string, extId: string, active: boolean, at: number): Change => ({
  sql: `INSERT INTO extension_accounts (user_id, ext_id, active, installed_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (user_id, ext_id) DO NOTHING`,
  params: [userId, extId, active ? 1 : 0, at],
})

/** Changes a row only if its value differs. */
export const setActive = (userId: string, extId: string, active: boolean): Change => ({
  sql: 'UPDATE extension_accounts SET active = $3 WHERE user_id = $1 AND ext_id = $2 AND active <> $3',
  params: [userId, extId, active ? 1 : 0],
})

export const deleteAccountExtension = (userId: string, extId: string): Change => ({
  sql: 'DELETE FROM extension_accounts WHERE user_id = $1 AND ext_id = $2',
  params: [userId, extId],
})

export const deleteAllAccountsOf = (extId: string): Change => ({
  sql: 'DELETE FROM extension_accounts WHERE ext_id = $1',
  params: [extId],
})
