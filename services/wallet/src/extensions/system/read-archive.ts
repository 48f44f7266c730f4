import { ServiceError } from '@satchel/http/service-error'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { clashOf, isPacked, nameProblem } from './archive-names.ts'

/** Of a package (extensions.md A8). */
export const MOST_ARCHIVE_BYTES = 5 * 1024 * 1024
const MOST_FILES = 500
const MOST_UNPACKED_BYTES = 5 * 1024 * 1024
const MOST_RATIO = 100

/** Name → content, of an archive whose every byte was looked at; folders are not in it. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>

/** Unpacks into memory, and refuses (400) whatever is more than plain files in plain folders. */
export async function readArchive(archive: Buffer): Promise<ArchiveFiles> {
  try {
    const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: true, autoClose: false })
    if (zip.entryCount > MOST_FILES) throw refused(`It has more than ${MOST_FILES} files.`)
    const entries = await listEntries(zip)
    return await unpack(zip, entries, archive.length)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw refused(
      `It is no good zip file: ${error instanceof Error ? error.message.replace(/\.$/, '') : 'unreadable'}.`,
    )
  }
}

/** The directory of the archive; nothing is inflated before all of it is known to be harmless. */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    if (entries.length > MOST_FILES) throw refused(`It has more than ${MOST_FILES} files.`)
    const problem = nameProblem(entry.fileName) ?? kindProblem(entry)
    if (problem !== undefined) throw refused(`${shown(entry.fileName)} ${problem}.`)
  }
  const clash = clashOf(entries.map(({ fileName }) => fileName))
  if (clash !== undefined) throw refused(`${shown(clash)} is there twice.`)
  const told = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (told > MOST_UNPACKED_BYTES) throw tooLarge()
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

const isBomb = (size: number, packed: number): boolean => size > MOST_RATIO * packed

async function unpack(zip: ZipFile, entries: readonly Entry[], packed: number): Promise<ArchiveFiles> {
  const files = new Map<string, Buffer>()
  let left = Math.min(MOST_UNPACKED_BYTES, packed * MOST_RATIO)
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    const content = await inflate(zip, entry, left)
    left -= content.length
    if (crc32(content) !== entry.crc32) throw refused(`${shown(entry.fileName)} is damaged.`)
    if (isPacked(entry.fileName, content)) throw refused(`${shown(entry.fileName)} is an archive itself.`)
    files.set(entry.fileName, content)
  }
  return files
}

/** Counts while it inflates: what the directory says of sizes is not trusted. */
async function inflate(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (): ServiceError => refused('Unpacked it is too large.')

const refused = (why: string): ServiceError => new ServiceError('bad_request', `The archive is refused. ${why}`)

/** Somebody else's words: short and plain. */
const shown = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)
