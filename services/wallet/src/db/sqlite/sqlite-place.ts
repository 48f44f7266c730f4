import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Where an SQLite file is behind all symbolic links; SQLite keeps what belongs to it beside that. */
export function realPathOf(file: string): string {
  if (existsSync(file)) return realpathSync(file)
  const folder = dirname(file)
  return existsSync(folder) ? join(realpathSync(folder), basename(file)) : resolve(file)
}

/** Device and inode: no other file has them as long as this one is open. Undefined = there is none behind the path. */
export function identify(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}-${found.ino}`
}

/** Whether the path leads to more than an empty file. */
export const hasContent = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
