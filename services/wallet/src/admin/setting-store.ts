import { Value } from 'typebox/value'
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from '../config/setting-table.ts'
import type { Change, Reader } from '../db/database.ts'

/** The table holds other facts of the installation, too. */
const PREFIX = 'setting:'

/**
 * What administrators have stored, by name. A value that an older or newer program wrote and this one does not allow does
 * not count: `onBad` is told.
 */
export async function readStoredSettings(
  reader: Reader,
  onBad: (name: SettingName) => void,
): Promise<Partial<SettingValues>> {
  const places = SETTING_NAMES.map((_name, index) => `$${index + 1}`).join(', ')
  const rows = await reader.list(
    `SELECT name, value FROM settings WHERE name IN (${places})`,
    SETTING_NAMES.map((name) => PREFIX + name),
    (row: { name: string; value: string }) => ({
      name: row.name.slice(PREFIX.length) as SettingName,
      value: fromJson(row.value),
    }),
  )
  const good = rows.filter(({ name, value }) => {
    const fits = Value.Check(SETTINGS[name].schema, value)
    if (!fits) onBad(name)
    return fits
  })
  return Object.fromEntries(good.map(({ name, value }) => [name, value]))
}

export const storeSetting = (name: SettingName, value: unknown): Change => ({
  sql: 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  params: [PREFIX + name, JSON.stringify(value)],
  rows: 1,
})

/** From now on the environment's value counts again. */
export const forgetSetting = (name: SettingName): Change => ({
  sql: 'DELETE FROM settings WHERE name = $1',
  params: [PREFIX + name],
})

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
