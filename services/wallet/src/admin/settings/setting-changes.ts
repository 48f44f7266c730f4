import type { SettingName } from '../../config/setting-table.ts'
import type { Change } from '../../db/database.ts'

/** Before a setting's name: the table holds other facts of the installation, too. */
export const STORED_AS = 'setting:'

export const storeSetting = (name: SettingName, value: unknown): Change => ({
  sql: 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  params: [STORED_AS + name, JSON.stringify(value)],
  rows: 1,
})

/** From now on the environment's value counts again. */
export const forgetSetting = (name: SettingName): Change => ({
  sql: 'DELETE FROM settings WHERE name = $1',
  params: [STORED_AS + name],
})
