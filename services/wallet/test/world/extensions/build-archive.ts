import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface ArchivePart {
  readonly name: string
  readonly content: string | Buffer
  /** Mode in the file system: 0o120777 is a link. */
  readonly mode?: number
  readonly compress?: boolean
}

/** A zip file as a publisher makes it. */
export function buildArchive(parts: readonly ArchivePart[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content, mode = 0o100644, compress = true } of parts) {
    zip.addBuffer(Buffer.from(content), name, { mode, compress })
  }
  zip.end()
  return buffer(zip.outputStream)
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** A declarative package: its `manifest.json`, and what else is given. */
export const packageManifest = (id: string, version: string, more: object = {}): object => ({
  id,
  name: `The ${id}`,
  version,
  short_description: `Keeps ${id}.`,
  api_version: 1,
  runtime: { kind: 'declarative' },
  permissions: [],
  resource: { title: { type: 'text', max: 100, doc: 'What it says.' } },
  ...more,
})

export const buildPackage = (manifest: object, more: readonly ArchivePart[] = []): Promise<Buffer> =>
  buildArchive([{ name: 'manifest.json', content: JSON.stringify(manifest) }, ...more])

/** The same bytes with other names: what no tool would make. */
export function renamed(archive: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('both names must have the same length')
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')
}
