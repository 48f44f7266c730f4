import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The path of an SQLite file with symbolic links resolved; SQLite keeps its log there. */
export function realPathOf(file: string): string {
  if (existsSync(file)) return realpathSync(file)
  const folder = dirname(file)
  return existsSync(folder) ? join(realpathSync(folder), basename(file)) : resolve(file)
}

/** Device and inode: no other file has them as long as this one is open. Undefined = no file at the path. */
export function identify(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}-${found.ino}`
}

/** Whether there is a non-empty file at the path. */
export const hasContent = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
