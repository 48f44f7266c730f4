import { flag, text } from '@satchel/configuration/variables/variable'
import { type SettingValuesOf, setting } from './setting.ts'

/** Texts about this installation for visitors. */
export type SiteConfig = ReturnType<typeof siteOf>

export interface AdministrationConfig {
  readonly site: SiteConfig
  /** Ignores settings stored by administrators, so that one who is locked out can log in again. */
  readonly ignoreStoredSettings: boolean
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

export const siteOf = (values: SettingValuesOf<typeof SITE>) => ({ name: values.site_name, motd: values.site_motd })
