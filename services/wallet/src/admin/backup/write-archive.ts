import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { OriginSigner } from './origin/own-origins.ts'
import { signManifest } from './origin/sign-manifest.ts'
import type { ArchiveName, Manifest } from './read-manifest.ts'
import { TAR_BLOCK, writeTarHeader } from './tar-header.ts'

export const MANIFEST = 'manifest.json'

export interface ArchivePart {
  readonly name: ArchiveName
  readonly file: string
}

/** The content of the manifest besides the files. */
export type ArchiveFacts = Omit<Manifest, 'files' | 'origin'>

/** A tar archive of files that do not change meanwhile, as a stream. */
export const writeArchive = (parts: readonly ArchivePart[], about: ArchiveFacts, signer: OriginSigner): Readable =>
  Readable.from(archiveBytes(parts, about, signer), { objectMode: false })

async function* archiveBytes(
  parts: readonly ArchivePart[],
  about: ArchiveFacts,
  signer: OriginSigner,
): AsyncGenerator<Buffer> {
  const at = Math.floor(Date.parse(about.created_at) / 1000)
  const files: Manifest['files'] = []
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
  const signed: Manifest = signManifest({ ...about, files }, signer)
  const manifest = Buffer.from(`${JSON.stringify(signed, undefined, 2)}\n`)
  yield writeTarHeader({ name: MANIFEST, size: manifest.length }, at)
  yield manifest
  yield filling(manifest.length)
  yield Buffer.alloc(2 * TAR_BLOCK)
}

const filling = (size: number): Buffer => Buffer.alloc((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK)
