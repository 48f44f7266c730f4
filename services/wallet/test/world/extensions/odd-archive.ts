import { crc32, deflateRawSync } from 'node:zlib'

export interface OddPart {
  readonly name: string
  readonly content: string
  /** The name in the local header; default: that of the directory. */
  readonly localName?: string
  /** Packed, and these bytes behind the end of the packed stream. */
  readonly packedThen?: string
  /** Sizes behind the content instead of before it. */
  readonly sizesFollow?: boolean
  readonly extra?: Buffer
  /** Not in the directory. */
  readonly hidden?: boolean
}

/** A zip file written byte by byte, as no tool would make it; its offsets count what stands before it. */
export function oddArchive(
  parts: readonly OddPart[],
  { comment = Buffer.alloc(0), before = Buffer.alloc(0) }: { comment?: Buffer; before?: Buffer } = {},
): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[before], []]
  let offset = before.length
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const flate = part.packedThen !== undefined || part.sizesFollow === true
    const data = flate ? Buffer.concat([deflateRawSync(content), Buffer.from(part.packedThen ?? '')]) : content
    const flags = part.sizesFollow === true ? 8 : 0
    const about = [u16(flags), u16(flate ? 8 : 0), u32(0), u32(crc32(content)), u32(data.length), u32(content.length)]
    const local = part.sizesFollow === true ? [...about.slice(0, 3), u32(0), u32(0), u32(0)] : about
    const [name, localName, extra] = [
      Buffer.from(part.name),
      Buffer.from(part.localName ?? part.name),
      part.extra ?? Buffer.alloc(0),
    ]
    const file = [u32(0x04034b50), u16(20), ...local, u16(localName.length), u16(0), localName, data]
    if (part.sizesFollow === true) file.push(u32(0x08074b50), ...about.slice(3))
    const central = [u32(0x02014b50), u16(20), u16(20), ...about, u16(name.length), u16(extra.length), u16(0), u16(0)]
    if (part.hidden !== true) {
      directory.push(Buffer.concat([...central, u16(0), u32(0), u32(offset), name, extra]))
    }
    files.push(Buffer.concat(file))
    offset += files.at(-1)?.length ?? 0
  }
  const entries = Buffer.concat(directory)
  const counts = [u16(0), u16(0), u16(directory.length), u16(directory.length)]
  const end = [u32(0x06054b50), ...counts, u32(entries.length), u32(offset), u16(comment.length), comment]
  return Buffer.concat([...files, entries, ...end])
}

/** Info-ZIP's second name of a file. */
export function unicodePath(name: string, other: string): Buffer {
  const body = Buffer.concat([Buffer.from([1]), u32(crc32(name)), Buffer.from(other)])
  return Buffer.concat([u16(0x7075), u16(body.length), body])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
