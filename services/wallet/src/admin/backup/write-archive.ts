import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { TAR_BLOCK, writeTarHeader } from './tar-header.ts'

/** The files that a backup may contain; no others are unpacked. */
export const ARCHIVE_NAMES = [
  'database.sqlite',
  'database.dump',
  'simulated-node.journal',
  'extensions.tar',
  'auth-secret-key',
  'key-encryption-key',
] as const

export type ArchiveName = (typeof ARCHIVE_NAMES)[number]

export const MANIFEST = 'manifest.json'

export interface ArchivePart {
  readonly name: ArchiveName
  readonly file: string
}

/** The last entry: the version that made the archive, and a digest of every other entry. */
export interface Manifest {
  readonly format: 1
  readonly version: string
  readonly database: 'sqlite' | 'postgres'
  /** ISO 8601. */
  readonly created_at: string
  readonly files: readonly { readonly name: ArchiveName; readonly size: number; readonly sha256: string }[]
}

/** A tar archive of files that do not change meanwhile, as a stream. */
export const writeArchive = (parts: readonly ArchivePart[], about: Omit<Manifest, 'files'>): Readable =>
  Readable.from(archiveBytes(parts, about), { objectMode: false })

async function* archiveBytes(parts: readonly ArchivePart[], about: Omit<Manifest, 'files'>): AsyncGenerator<Buffer> {
  const at = Math.floor(Date.parse(about.created_at) / 1000)
  const files: Manifest['files'][number][] = []
  for (const { name, file } of parts) {
    const { size } = statSync(file)
    const hash = createHash('sha256')
    yield writeTarHeader({ name, size }, at)
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    yield filling(size)
    files.push({ name, size, sha256: hash.digest('hex') })
  }
  const manifest = Buffer.from(`${JSON.stringify({ ...about, files } satisfies Manifest, undefined, 2)}\n`)
  yield writeTarHeader({ name: MANIFEST, size: manifest.length }, at)
  yield manifest
  yield filling(manifest.length)
  yield Buffer.alloc(2 * TAR_BLOCK)
}

const filling = (size: number): Buffer => Buffer.alloc((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK)
