import { listed } from '../../../language/joined.ts'
import { locale, type TextKey, t, tryText } from '../../../language/language.ts'
import { periodText } from '../../../language/period-text.ts'
import { msatOf, satToMsat } from '../../../money/money.ts'
import { percentText } from '../../../money/typed-number.ts'
import { preciseSatText, satText } from '../../../parts/amount.tsx'
import type { Setting, SettingValue } from './setting.ts'

const OPTION_TEXTS: Readonly<Record<string, TextKey>> = {
  'username-password': 'admin.way-password',
  'user-id-only': 'admin.way-id',
  'nostr-auth-nip98': 'admin.way-nostr',
  passkey: 'admin.way-passkey',
  nobody: 'admin.factor-nobody',
  admins: 'admin.factor-admins',
  everybody: 'admin.factor-everybody',
  second: 'admin.unit-second',
  minute: 'admin.unit-minute',
  hour: 'admin.unit-hour',
  day: 'admin.unit-day',
}

/** Names of companies and products are the same in every language. */
const BRANDS: Readonly<Record<string, string>> = {
  'google-auth': 'Google',
  'github-auth': 'GitHub',
  'keycloak-auth': 'Keycloak',
}

/** What a setting is called, and what it does; in the words of the service where the catalogue has none. */
export const textOf = ({ name, description }: Pick<Setting, 'name' | 'description'>) => ({
  title: tryText(`admin.set-${name}`) ?? name,
  meaning: tryText(`admin.set-${name}-note`) ?? description,
})

export function optionText(option: string): string {
  const key = OPTION_TEXTS[option]
  return key === undefined ? (BRANDS[option] ?? option) : t(key)
}

/** A value as people read it, in its unit. A limit that may be 0 is none then; a fee reserve is 0. */
export function valueText({ group, unit, minimum }: Pick<Setting, 'group' | 'unit' | 'minimum'>, value: SettingValue) {
  if (value === 0 && minimum === 0 && group !== 'fees') return t('admin.none')
  if (typeof value === 'boolean') return value ? t('admin.yes') : t('admin.no')
  if (typeof value === 'object') return value.length === 0 ? t('admin.none') : listed(value.map(optionText))
  if (typeof value === 'string') return value === '' ? t('admin.none') : optionText(value)
  return unit === 'ppm' ? t('admin.of-amount', { percent: countText(unit, value) }) : countText(unit, value)
}

/** A number in the unit in which it is typed. */
export function countText(unit: Setting['unit'], value: number): string {
  if (unit === 'sat') return satText(satToMsat(value))
  if (unit === 'msat') return preciseSatText(msatOf(value))
  if (unit === 'seconds') return periodText(value)
  return unit === 'ppm' ? percentText(value / 10_000) : new Intl.NumberFormat(locale()).format(value)
}
