import type { Reader } from '@satchel/http/environment'

/** Texts about this installation for visitors. */
export interface SiteConfig {
  readonly name: string
  /** One line shown to every user, or empty. */
  readonly motd: string
}

export interface AdministrationConfig {
  readonly site: SiteConfig
  /** Ignores settings stored by administrators, so that one who has locked themselves out can log in again. */
  readonly ignoreStoredSettings: boolean
}

export const readAdministration = (read: Reader): AdministrationConfig => ({
  site: { name: read.text('SERVICE_SITE_NAME', 'Satchel'), motd: read.text('SERVICE_SITE_MOTD', '') },
  ignoreStoredSettings: read.flag('SERVICE_IGNORE_STORED_SETTINGS', false),
})
