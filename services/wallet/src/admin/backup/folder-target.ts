import { statSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupTarget } from './backup-target.ts'
import { flushFolder, namesIn, removePartialFiles } from './partial-files.ts'

/** A folder of this machine, or one that is mounted there. Archives are written beside the finished ones and renamed. */
export const openFolderTarget = (folder: string): BackupTarget => ({
  stagingFolder: folder,
  async store(file, name) {
    const path = join(folder, name)
    await rename(file, path)
    flushFolder(folder)
    return path
  },
  release: async () => undefined,
  list: async () =>
    namesIn(folder).flatMap((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false })
      return found?.isFile() ? [{ name, bytes: found.size }] : []
    }),
  read: (name, file) => copyFile(join(folder, name), file),
  remove: (name) => rm(join(folder, name), { force: true }),
  removePartial: async () => removePartialFiles(folder),
})
