import type { AnswerOf } from '../../../api/routes.ts'
import { t } from '../../../language/language.ts'

export type Setting = AnswerOf<'GET /api/v1/admin/settings/description'>[number]
export type SettingValue = Setting['value']

export const SETTINGS_KEY = ['operator', 'settings']

export function originText(origin: Setting['origin']): string {
  if (origin === 'stored') return t('admin.origin-stored')
  return origin === 'environment' ? t('admin.origin-environment') : t('admin.origin-default')
}
