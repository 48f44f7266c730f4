import type { Renewable } from '../port/renewable.ts'

/** A credential or certificate as it was configured. */
export interface Setting {
  readonly variable: string
  /** Undefined: not set. */
  readonly value: string | undefined
  /** Where the value was read from; undefined = the variable itself holds it. */
  readonly file?: string | undefined
}

export interface Secret extends Setting {
  readonly value: string
}

/**
 * `readFile`: the value in a file, undefined if the file has none. A renewed file is read when the old value is
 * rejected: there is no watcher.
 */
export function openSetting(setting: Setting, readFile: (path: string) => string | undefined): Renewable {
  let current = setting.value
  return {
    variable: setting.variable,
    now: () => current,
    renew(used) {
      current = readAgain({ ...setting, value: current }, readFile)
      // Another call may have read it meanwhile.
      return current !== used
    },
  }
}

/** The value now. A file that cannot be read leaves the last one. */
export const readAgain = <Value extends Setting>(
  { file, value }: Value,
  readFile: (path: string) => string | undefined,
): Value['value'] => (file === undefined ? value : (readFile(file) ?? value))
