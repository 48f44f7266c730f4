import type { SettingName } from '../../config/settings.ts'
import type { Change } from '../../db/database.ts'

/** Prefix of a setting's name: the table also holds other facts of the installation. */
export const STORED_AS = 'setting:'

export const storeSetting = (name: SettingName, value: unknown): Change => ({
  sql: 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  params: [STORED_AS + name, JSON.stringify(value)],
  rows: 1,
})

/** Resets a setting to the environment's value. */
export const forgetSetting = (name: SettingName): Change => ({
  sql: 'DELETE FROM settings WHERE name = $1',
  params: [STORED_AS + name],
})
