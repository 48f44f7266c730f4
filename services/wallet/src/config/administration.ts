import { flag, text } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { isTrustworthyUrl } from './extensions.ts'
import { type SettingValuesOf, setting } from './setting.ts'

/** Texts about this installation for visitors. */
export type SiteConfig = ReturnType<typeof siteOf>

export interface AdministrationConfig {
  readonly site: SiteConfig
  /** Ignores settings stored by administrators, so that one who is locked out can log in again. */
  readonly ignoreStoredSettings: boolean
  /** Asked for the newest release; undefined = nothing is asked. */
  readonly releaseUrl: string | undefined
}

export const SITE = {
  site_name: setting(text('SERVICE_SITE_NAME', 'Name that visitors read.', { default: 'Satchel' }), {
    group: 'site',
    about: 'Shown to visitors.',
    bounds: { minLength: 1, maxLength: 64 },
  }),
  site_motd: setting(text('SERVICE_SITE_MOTD', 'One line shown to every user.', { default: '' }), {
    group: 'site',
    about: 'One line shown to every user, or empty.',
    bounds: { maxLength: 500 },
  }),
}

export const IGNORE_STORED_SETTINGS = flag(
  'SERVICE_IGNORE_STORED_SETTINGS',
  false,
  "Start with the environment's values instead of the settings stored by an administrator.",
)

export const RELEASE_URL = text(
  'SERVICE_RELEASE_URL',
  'Address of a JSON text with the newest `version` (or `tag_name`), for the start page of administration; asked at most once a day.',
  { varies: 'none: nothing is asked' },
)

export function readReleaseUrl(
  read: Reader,
  problems: string[],
  outbound: { readonly allowPrivate: boolean; readonly allow: readonly string[] },
): string | undefined {
  const url = read(RELEASE_URL)
  if (url !== undefined && !isTrustworthyUrl(url, outbound)) {
    problems.push('SERVICE_RELEASE_URL: must be an https URL; http only where private addresses are allowed')
  }
  return url
}

export const siteOf = (values: SettingValuesOf<typeof SITE>) => ({ name: values.site_name, motd: values.site_motd })
