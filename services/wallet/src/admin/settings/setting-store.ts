import { Value } from 'typebox/value'
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from '../../config/settings.ts'
import type { Reader } from '../../db/database.ts'
import { STORED_AS } from './setting-changes.ts'

/**
 * The stored settings by name. Ignores a value of an older or newer version that this one does not allow, and passes it
 * to `onBad`.
 */
export async function readStoredSettings(
  reader: Reader,
  onBad: (name: SettingName) => void,
): Promise<Partial<SettingValues>> {
  const places = SETTING_NAMES.map((_name, index) => `$${index + 1}`).join(', ')
  const rows = await reader.list(
    `SELECT name, value FROM settings WHERE name IN (${places})`,
    SETTING_NAMES.map((name) => STORED_AS + name),
    (row: { name: string; value: string }) => ({
      name: row.name.slice(STORED_AS.length) as SettingName,
      value: fromJson(row.value),
    }),
  )
  const good = rows.filter(({ name, value }) => {
    const fits = Value.Check(SETTINGS[name].setting.schema, value)
    if (!fits) onBad(name)
    return fits
  })
  return Object.fromEntries(good.map(({ name, value }) => [name, value]))
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
