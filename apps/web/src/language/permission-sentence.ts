import type { ExtensionRow } from '../api/extensions.ts'
import { listed } from './joined.ts'
import { t } from './language.ts'
import { permissionKey } from './permission-key.ts'

type Permission = ExtensionRow['permissions'][number]

/** What an extension may do, as a sentence; an unknown permission shows its id. */
export function sentenceOf(permission: Permission): string {
  const key = permissionKey(permission)
  return key === undefined ? permission.id : t(key, { hosts: listed(permission.hosts ?? []) })
}
