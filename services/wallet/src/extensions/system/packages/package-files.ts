import { randomBytes } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FRAME_FOLDER } from '@satchel/extension-sdk/package/frame-files'
import { badRequest } from '@satchel/http/service-error'
import { makeFolder } from '../../../base/make-folder.ts'
import { EXTENSION_ID } from '../../../config/extensions.ts'
import { type ArchiveFiles, MAX_ARCHIVE_BYTES } from './read-archive.ts'

/** Packages on the disk, by their content: `<id>/<sha256>/`. */
export interface PackageFiles {
  /** Stores all files durably or none. Returns whether they are new. */
  store(extId: string, hash: string, files: ArchiveFiles): Promise<boolean>
  /** The code of a package: `name` is a file of it. */
  readCode(extId: string, hash: string, name: string): Promise<string>
  /** A file of its frames: `name` is in its manifest. */
  readFrame(extId: string, hash: string, name: string): Promise<Buffer>
  /** Removes the extension's packages that are not in `kept`. */
  removeOthers(extId: string, kept: readonly string[]): Promise<void>
  /** Archives that an operator has put there. */
  listDropped(): Promise<string[]>
  readDropped(name: string): Promise<Buffer>
  /** Removes leftovers of interrupted installations. */
  clear(): Promise<void>
}

const INCOMING = '.incoming-'
const HASH = /^[0-9a-f]{64}$/
const STALE_MS = 3_600_000
const MAX_DROPPED = 100

/** Throws if the folder cannot be written: an installation there would be lost silently (rule X5). */
export function openPackageFiles(path: string): PackageFiles {
  requireWritable(path)
  const folderOf = (extId: string, hash = ''): string => {
    if (!EXTENSION_ID.test(extId) || (hash !== '' && !HASH.test(hash))) throw new Error('no name of a package')
    return join(path, extId, hash)
  }
  return {
    async store(extId, hash, files) {
      const folder = folderOf(extId, hash)
      if (await exists(folder)) return false
      const incoming = join(path, `${INCOMING}${randomBytes(8).toString('hex')}`)
      try {
        await mkdir(incoming)
        for (const [name, content] of files) await writeFinally(join(incoming, name), content)
        await mkdir(dirname(folder), { recursive: true })
        await rename(incoming, folder)
      } catch (error) {
        await rm(incoming, { recursive: true, force: true })
        // Another process has stored the same content first.
        if (await exists(folder)) return false
        throw error
      }
      await syncFolder(dirname(folder))
      return true
    },
    readCode: (extId, hash, name) => readFile(join(folderOf(extId, hash), name), 'utf8'),
    readFrame: (extId, hash, name) => readFile(join(folderOf(extId, hash), FRAME_FOLDER, name)),
    async removeOthers(extId, kept) {
      const folder = folderOf(extId)
      const there = await readdir(folder).catch(() => [])
      for (const hash of there.filter((name) => HASH.test(name) && !kept.includes(name))) {
        await rm(folderOf(extId, hash), { recursive: true, force: true })
      }
      if (kept.length === 0) await rm(folder, { recursive: true, force: true })
    },
    async listDropped() {
      const entries = await readdir(path, { withFileTypes: true })
      const names = entries.filter((entry) => entry.isFile() && /^[\w.-]{1,200}\.zip$/.test(entry.name))
      return names
        .map(({ name }) => name)
        .sort()
        .slice(0, MAX_DROPPED)
    },
    async readDropped(name) {
      const file = join(path, name)
      const about = await lstat(file)
      if (!about.isFile() || about.size > MAX_ARCHIVE_BYTES) {
        throw badRequest(`The archive ${name} is too large, or no plain file.`)
      }
      return readFile(file)
    },
    async clear() {
      const entries = await readdir(path)
      for (const name of entries.filter((one) => one.startsWith(INCOMING))) {
        const about = await lstat(join(path, name))
        // A younger one may belong to a running process.
        if (Date.now() - about.mtimeMs > STALE_MS) await rm(join(path, name), { recursive: true, force: true })
      }
    },
  }
}

function requireWritable(path: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error('SERVICE_EXTENSIONS_PATH: the folder cannot be read and written', { cause: error })
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Writes a read-only file and syncs it before anything refers to it. */
async function writeFinally(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'wx', 0o444)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await chmod(file, 0o444)
  await syncFolder(dirname(file))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
