import type { Config } from './config.ts'
import { partsOf, rateLimitOf, type SettingValues } from './settings.ts'

export interface LiveConfig {
  /** The configuration with the settings in force: parts that keep a reference to it see every later change. */
  readonly config: Config
  values(): SettingValues
  apply(values: SettingValues): void
}

/** Settings that change while the service runs, as properties that cost no more than any other. */
export function createLiveConfig(given: Config, first: SettingValues): LiveConfig {
  // Once per change, not per read.
  let now = partsOf(given, first)
  return {
    config: { ...given, rateLimit: rateLimitOf(first), ...liveView(() => now) },
    values: () => now.settings,
    apply(values) {
      now = partsOf(given, values)
    },
  }
}

/** An object whose values are those of `now()`. Objects in it stay the same, because routes and use cases keep them. */
function liveView<T extends object>(now: () => T): T {
  const view = Object.entries(now()).map(([key, value]) => {
    const read = () => now()[key as keyof T]
    return [key, { enumerable: true, ...(isPlain(value) ? { value: liveView(read as () => object) } : { get: read }) }]
  })
  return Object.defineProperties({}, Object.fromEntries(view)) as T
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
