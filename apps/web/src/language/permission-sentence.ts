import type { ExtensionRow } from '../api/extensions.ts'
import { t } from './language.ts'
import { permissionKey } from './permission-key.ts'
import { listed } from './joined.ts'

type Permission = ExtensionRow['permissions'][number]

/** What an extension may do, in words for people; one that this app does not know has its own name. */
export function sentenceOf(permission: Permission): string {
  const key = permissionKey(permission)
  return key === undefined ? permission.id : t(key, { hosts: listed(permission.hosts ?? []) })
}
