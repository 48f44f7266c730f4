import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createByteReader } from './byte-reader.ts'
import { openArchive } from './encrypt-archive.ts'
import { ARCHIVE_NAMES, type ArchiveName, type ReadManifest, readManifest } from './read-manifest.ts'
import { readTarHeader, TAR_BLOCK } from './tar-header.ts'
import { MANIFEST } from './write-archive.ts'

/**
 * Unpacks a backup into an empty folder, and checks every file against the manifest and the manifest's signature.
 * `identityFile`: for an encrypted one.
 */
export async function unpackArchive(archive: string, folder: string, identityFile?: string): Promise<ReadManifest> {
  const source = createGunzip()
  const bytes = createByteReader(source)
  const hashes = new Map<string, string>()
  try {
    const packed = await openArchive(archive, identityFile)
    pipeline(packed, source).catch((error: Error) => source.destroy(error))
    for (;;) {
      const header = readTarHeader(await bytes.exactly(TAR_BLOCK))
      if (header === undefined) break
      const { name, size } = header
      if (name !== MANIFEST && !isArchiveName(name)) throw new Error('it holds something that no backup holds')
      const hash = createHash('sha256')
      const parts = Readable.from(
        bytes.parts(size, (part) => hash.update(part)),
        { objectMode: false },
      )
      await pipeline(parts, createWriteStream(join(folder, name), { mode: 0o600, flags: 'wx' }))
      await bytes.exactly((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK)
      hashes.set(name, hash.digest('hex'))
    }
    if (!hashes.delete(MANIFEST)) throw new Error('it ends too early')
    return readManifest(readFileSync(join(folder, MANIFEST), 'utf8'), hashes)
  } catch (error) {
    throw new Error(`${archive} is no whole backup: ${(error as Error).message}`)
  } finally {
    source.destroy()
  }
}

const isArchiveName = (name: string): name is ArchiveName => ARCHIVE_NAMES.some((known) => known === name)
