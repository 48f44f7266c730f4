/** Start of the local header → its packed bytes. */
export type PackedParts = ReadonlyMap<number, Buffer>

/**
 * Splits an unambiguous archive: it consists only of local headers with their content, a directory with the same data,
 * and one end record. So all readers see the same files, whether they search from the end, use the directory or go from
 * header to header. Throws for ambiguous archives.
 */
export function readLayout(archive: Buffer): PackedParts {
  const end = readEnd(archive)
  const entries = readDirectory(archive, end).sort((first, second) => first.offset - second.offset)
  const parts = new Map<number, Buffer>()
  let next = 0
  for (const entry of entries) {
    if (entry.offset !== next) throw ambiguous('something stands between its files')
    const { data, after } = readLocal(archive, entry)
    parts.set(entry.offset, data)
    next = after
  }
  if (next !== end.directory) throw ambiguous('something stands between its files and their directory')
  return parts
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DESCRIPTOR = 0x08074b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30

interface End {
  readonly at: number
  readonly entries: number
  /** The offset of the directory. */
  readonly directory: number
}

function readEnd(archive: Buffer): End {
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(END)
  const at = archive.lastIndexOf(signature)
  if (at < 0 || at + END_BYTES > archive.length) throw ambiguous('it has no end record')
  if (at + END_BYTES + archive.readUInt16LE(at + 20) !== archive.length) {
    throw ambiguous('its last end record is not its end')
  }
  const entries = archive.readUInt16LE(at + 10)
  const directory = archive.readUInt32LE(at + 16)
  if (archive.readUInt32LE(at + 4) !== 0 || archive.readUInt16LE(at + 8) !== entries) {
    throw ambiguous('it is a part of several')
  }
  if (directory + archive.readUInt32LE(at + 12) !== at)
    throw ambiguous('its directory is not where its end record says')
  return { at, entries, directory }
}

interface CentralEntry {
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly name: Buffer
  readonly offset: number
}

function readDirectory(archive: Buffer, { at: end, entries: count, directory }: End): CentralEntry[] {
  const entries: CentralEntry[] = []
  let at = directory
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || archive.readUInt32LE(at) !== CENTRAL) throw ambiguous('its directory is damaged')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const extra = at + CENTRAL_BYTES + (nameLength ?? 0)
    entries.push({
      flags: archive.readUInt16LE(at + 8),
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      name: archive.subarray(at + CENTRAL_BYTES, extra),
      offset: archive.readUInt32LE(at + 42),
    })
    requireHarmless(archive.subarray(extra, extra + (extraLength ?? 0)))
    at = extra + (extraLength ?? 0) + (commentLength ?? 0)
  }
  if (at !== end) throw ambiguous('its directory has more than its end record says')
  return entries
}

function readLocal(archive: Buffer, entry: CentralEntry): { readonly data: Buffer; readonly after: number } {
  const at = entry.offset
  if (at + LOCAL_BYTES > archive.length || archive.readUInt32LE(at) !== LOCAL) {
    throw ambiguous('its directory names a file that is not there')
  }
  const extra = at + LOCAL_BYTES + archive.readUInt16LE(at + 26)
  const start = extra + archive.readUInt16LE(at + 28)
  const same =
    archive.readUInt16LE(at + 6) === entry.flags &&
    archive.readUInt16LE(at + 8) === entry.method &&
    archive.subarray(at + LOCAL_BYTES, extra).equals(entry.name)
  const sizes = [14, 18, 22].map((offset) => archive.readUInt32LE(at + offset))
  const listed = [entry.crc, entry.packed, entry.size]
  const later = (entry.flags & SIZES_FOLLOW) !== 0
  if (!same || !(equal(sizes, listed) || (later && equal(sizes, [0, 0, 0])))) throw ambiguous(DIFFERS)
  requireHarmless(archive.subarray(extra, start))
  const end = start + entry.packed
  if (end > archive.length) throw ambiguous('its directory names more than is there')
  // A reader that goes from header to header cannot know where stored bytes end.
  if (later && entry.method === 0 && entry.packed > 0) throw ambiguous('it has a file without a length')
  return { data: archive.subarray(start, end), after: later ? endOfDescriptor(archive, end, listed) : end }
}

const SIZES_FOLLOW = 0x8
const DIFFERS = 'a file and the directory differ'

/** The data descriptor after content that was packed without a known length; its signature is optional. */
function endOfDescriptor(archive: Buffer, at: number, listed: readonly number[]): number {
  const signed = at + 4 <= archive.length && archive.readUInt32LE(at) === DESCRIPTOR
  const start = signed ? at + 4 : at
  if (start + 12 > archive.length) throw ambiguous(DIFFERS)
  const sizes = [0, 4, 8].map((offset) => archive.readUInt32LE(start + offset))
  if (!equal(sizes, listed)) throw ambiguous(DIFFERS)
  return start + 12
}

const equal = (some: readonly number[], others: readonly number[]): boolean =>
  some.every((one, index) => one === others[index])

/** Another name, or other sizes, for readers that know these fields. */
const AMBIGUOUS_FIELDS: ReadonlySet<number> = new Set([0x0001, 0x7075])

function requireHarmless(extra: Buffer): void {
  for (let at = 0; at < extra.length; ) {
    if (at + 4 > extra.length) throw ambiguous('a field of a file is damaged')
    if (AMBIGUOUS_FIELDS.has(extra.readUInt16LE(at))) throw ambiguous('a file has a second name or size')
    at += 4 + extra.readUInt16LE(at + 2)
    if (at > extra.length) throw ambiguous('a field of a file is damaged')
  }
}

const ambiguous = (why: string): Error => new Error(`it is not one unambiguous archive: ${why}`)
