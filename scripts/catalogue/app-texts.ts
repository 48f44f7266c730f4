import { readFileSync } from 'node:fs'
import { CHANGE_KEYS, comparePermissions } from '../../apps/web/src/language/compare-permissions.ts'
import { type AskedPermission, permissionKey } from '../../apps/web/src/language/permission-key.ts'

const TEXTS = JSON.parse(readFileSync(new URL('../../apps/web/locales/en.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>

/** A text of the web app, in English. */
export function appText(key: string, values: Readonly<Record<string, string>> = {}): string {
  const text = TEXTS[key]
  if (text === undefined) throw new Error(`apps/web/locales/en.json has no ${key}`)
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** What an extension may do, in the sentences of the web app. */
export function permissionSentence(permission: AskedPermission): string {
  const key = permissionKey(permission)
  if (key === undefined) return permission.id
  return appText(key, { hosts: new Intl.ListFormat('en').format(permission.hosts ?? []) })
}

export interface ChangeSentence {
  readonly sentence: string
  /** Whether the version may do more than the previous one. */
  readonly isMore: boolean
}

/** Permissions that a version adds to those of the previous one, and permissions that it drops. */
export const changeSentences = (
  before: readonly AskedPermission[],
  now: readonly AskedPermission[],
): ChangeSentence[] =>
  comparePermissions(before, now).map(({ kind, permission }) => ({
    sentence: appText(CHANGE_KEYS[kind], { permission: permissionSentence(permission) }),
    isMore: kind === 'added' || kind === 'wider',
  }))
