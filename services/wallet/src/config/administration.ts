import type { Reader } from '@satchel/http/environment'

/** What visitors read about this installation. */
export interface SiteConfig {
  readonly name: string
  /** One line shown to every user, or empty. */
  readonly motd: string
}

export interface AdministrationConfig {
  readonly site: SiteConfig
  /** Settings that an administrator has stored do not count: the way back in for who has locked himself out. */
  readonly ignoreStoredSettings: boolean
}

export const readAdministration = (read: Reader): AdministrationConfig => ({
  site: { name: read.text('SERVICE_SITE_NAME', 'Satchel'), motd: read.text('SERVICE_SITE_MOTD', '') },
  ignoreStoredSettings: read.flag('SERVICE_IGNORE_STORED_SETTINGS', false),
})
