import { crc32, inflateRawSync } from 'node:zlib'
import { badRequest, ServiceError } from '@satchel/http/service-error'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { type PackedParts, readLayout } from './archive-layout.ts'
import { clashOf, isPacked, nameProblem } from './archive-names.ts'

/** Limit for a package (rule X8). */
export const MAX_ARCHIVE_BYTES = 5 * 1024 * 1024
const MAX_FILES = 500
const MAX_UNPACKED_BYTES = 5 * 1024 * 1024
const MAX_RATIO = 100

/** Name → content, of an archive whose every byte was checked; folders are not in it. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>

/** Unpacks into memory, and rejects (400) everything but plain files in plain folders. */
export async function readArchive(archive: Buffer): Promise<ArchiveFiles> {
  try {
    const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: true, autoClose: false })
    if (zip.entryCount > MAX_FILES) throw refused(`It has more than ${MAX_FILES} files.`)
    const entries = await listEntries(zip)
    return unpack(readLayout(archive), entries, archive.length)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw refused(
      `It is not a valid zip file: ${error instanceof Error ? error.message.replace(/\.$/, '') : 'unreadable'}.`,
    )
  }
}

/** Reads the archive's directory; nothing is inflated before all entries are checked. */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    if (entries.length > MAX_FILES) throw refused(`It has more than ${MAX_FILES} files.`)
    const problem = nameProblem(entry.fileName) ?? kindProblem(entry)
    if (problem !== undefined) throw refused(`${shown(entry.fileName)} ${problem}.`)
  }
  const clash = clashOf(entries.map(({ fileName }) => fileName))
  if (clash !== undefined) throw refused(`${shown(clash)} is there twice.`)
  const declared = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (declared > MAX_UNPACKED_BYTES) throw tooLarge()
  return entries
}

const TYPE_BITS = 0o170_000
const PLAIN_FILE = 0o100_000
const FOLDER = 0o040_000

function kindProblem(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'is encrypted'
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) return 'is packed in an unusual way'
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS
  const folder = entry.fileName.endsWith('/')
  if (type !== 0 && type !== (folder ? FOLDER : PLAIN_FILE)) return 'is a link, or no plain file'
  if (folder && entry.uncompressedSize > 0) return 'is a folder with content'
  return isBomb(entry.uncompressedSize, entry.compressedSize) ? 'is packed suspiciously tight' : undefined
}

const isBomb = (size: number, packed: number): boolean => size > MAX_RATIO * packed

function unpack(parts: PackedParts, entries: readonly Entry[], packed: number): ArchiveFiles {
  const files = new Map<string, Buffer>()
  let left = Math.min(MAX_UNPACKED_BYTES, packed * MAX_RATIO)
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    const content = inflate(parts.get(entry.relativeOffsetOfLocalHeader), entry, left)
    left -= content.length
    if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
      throw refused(`${shown(entry.fileName)} is damaged.`)
    if (isPacked(entry.fileName, content)) throw refused(`${shown(entry.fileName)} is an archive itself.`)
    files.set(entry.fileName, content)
  }
  return files
}

/** Does not trust the directory's sizes: stops at the limit. The packed stream must end with its bytes. */
function inflate(packed: Buffer | undefined, { compressionMethod, fileName }: Entry, most: number): Buffer {
  if (packed === undefined) throw new Error(`${shown(fileName)} is not there`)
  if (compressionMethod === 0 && packed.length > most) throw tooLarge()
  if (compressionMethod === 0 || packed.length === 0) return packed
  const { buffer, engine } = inflateBounded(packed, most)
  if (engine.bytesWritten !== packed.length) throw refused(`${shown(fileName)} has bytes behind its packed content.`)
  return buffer
}

interface Inflated {
  readonly buffer: Buffer
  /** `bytesWritten`: how much of the packed bytes was read. */
  readonly engine: { readonly bytesWritten: number }
}

function inflateBounded(packed: Buffer, most: number): Inflated {
  try {
    const options = { info: true, maxOutputLength: Math.max(most, 1) }
    // The types lack the result of the option `info`.
    return inflateRawSync(packed, options) as unknown as Inflated
  } catch (error) {
    throw (error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : error
  }
}

const tooLarge = (): ServiceError => refused('Unpacked it is too large.')

const refused = (why: string): ServiceError => badRequest(`The archive is refused. ${why}`)

/** A name from the archive, shortened and escaped. */
const shown = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)
