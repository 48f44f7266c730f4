import type { Log } from '@satchel/http/log'
import { type Config, readConfig } from '../../config/config.ts'
import { createLiveConfig } from '../../config/live-config.ts'
import type { SettingName, SettingValues } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { readStoredSettings } from './setting-store.ts'

export interface LiveSettings {
  /** The configuration with the settings in force; its parts follow every later change. */
  readonly config: Config
  values(): SettingValues
  /** Call it after a change by this process; the stored values are in force when it resolves. */
  refresh(): Promise<void>
  /** The source of each value, and the values without those that administrators have stored. */
  origins(): Promise<SettingOrigins>
  stop(): Promise<void>
}

export interface SettingOrigins {
  readonly defaults: SettingValues
  of(name: SettingName): 'default' | 'environment' | 'stored'
}

/** Delay until another process's changes are read; commits in quick succession cost one read. */
const REREAD_AFTER_MS = 500

/** The settings of the environment, overridden by those that administrators have stored. */
export async function openLiveSettings(deps: {
  readonly db: Database
  readonly config: Config
  readonly log: Log
}): Promise<LiveSettings> {
  const { db, config, log } = deps
  const defaults = config.settings
  const warn = (name: string): void => log.warn({ setting: name }, 'a stored setting has no valid value; it is ignored')
  const read = async (): Promise<SettingValues> => ({ ...defaults, ...(await readStoredSettings(db, warn)) })
  const { ignoreStoredSettings } = config.administration
  if (ignoreStoredSettings) log.warn({}, 'SERVICE_IGNORE_STORED_SETTINGS: stored settings are ignored')
  const live = createLiveConfig(config, ignoreStoredSettings ? defaults : await read())
  let reading: Promise<void> = Promise.resolve()
  const refresh = (): Promise<void> => {
    if (ignoreStoredSettings) return Promise.resolve()
    // In sequence, so that an older result never overwrites a newer one.
    reading = reading.catch(() => undefined).then(async () => live.apply(await read()))
    return reading
  }
  const stopFollowing = db.dialect === 'sqlite' ? () => undefined : followOtherProcesses(db, refresh, log)
  return {
    config: live.config,
    values: live.values,
    refresh,
    async origins() {
      const stored = ignoreStoredSettings ? {} : await readStoredSettings(db, () => undefined)
      return { defaults, of: (name) => originOf(name, stored, defaults) }
    },
    async stop() {
      stopFollowing()
      await reading.catch(() => undefined)
    },
  }
}

/** The built-in values: without any variable, on localhost. */
const builtIn = (): SettingValues | undefined => {
  const read = readConfig({})
  return 'config' in read ? read.config.settings : undefined
}

function originOf(name: SettingName, stored: Partial<SettingValues>, defaults: SettingValues) {
  if (stored[name] !== undefined) return 'stored'
  return JSON.stringify(builtIn()?.[name]) === JSON.stringify(defaults[name]) ? 'default' : 'environment'
}

function followOtherProcesses(db: Database, refresh: () => Promise<void>, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  const unsubscribe = db.onCommit(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      refresh().catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read again'))
    }, REREAD_AFTER_MS)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
