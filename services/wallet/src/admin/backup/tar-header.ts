/** One file in an archive that `tar` can read (POSIX ustar): a header of 512 bytes, then its bytes, filled up to 512. */
export const TAR_BLOCK = 512

export interface TarEntry {
  readonly name: string
  readonly size: number
  /** `0`: a file; `x`: an extended header for the next entry (POSIX pax). Default a file. */
  readonly type?: '0' | 'x'
}

const AT = { name: 0, mode: 100, uid: 108, gid: 116, size: 124, mtime: 136, checksum: 148, type: 156, magic: 257 }
const OCTAL_LIMIT = 8 ** 11

export function writeTarHeader({ name, size, type = '0' }: TarEntry, modifiedAtSeconds: number): Buffer {
  const header = Buffer.alloc(TAR_BLOCK)
  const octal = (value: number, at: number, length: number): void => {
    header.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1')
  }
  header.write(name, AT.name, 100, 'latin1')
  octal(0o600, AT.mode, 8)
  octal(0, AT.uid, 8)
  octal(0, AT.gid, 8)
  if (size < OCTAL_LIMIT) octal(size, AT.size, 12)
  else {
    // From 8 GiB on, as GNU tar writes it: binary, marked by the first bit.
    header.writeBigUInt64BE(BigInt(size), AT.size + 4)
    header[AT.size] = 0x80
  }
  octal(modifiedAtSeconds, AT.mtime, 12)
  header.write(type, AT.type, 'latin1')
  header.write('ustar\u000000', AT.magic, 'latin1')
  octal(checksumOf(header), AT.checksum, 7)
  header[AT.checksum + 7] = 0x20
  return header
}

/** Undefined at the end of the archive; throws for an invalid header, and for a type that is not in `types`. */
export function readTarHeader(header: Buffer, types: '0' | '0x' = '0'): Required<TarEntry> | undefined {
  if (header.every((byte) => byte === 0)) return undefined
  const text = (at: number, length: number): string => header.toString('latin1', at, at + length).split('\0')[0] ?? ''
  const type = header.toString('latin1', AT.type, AT.type + 1)
  if (!types.includes(type) || Number.parseInt(text(AT.checksum, 8), 8) !== checksumOf(header)) {
    throw new Error('the archive is damaged, or is none')
  }
  const size =
    header[AT.size] === 0x80 ? Number(header.readBigUInt64BE(AT.size + 4)) : Number.parseInt(text(AT.size, 12), 8)
  return { name: text(AT.name, 100), size, type: type as '0' | 'x' }
}

/** The sum of all bytes, the checksum itself counted as spaces. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= AT.checksum && at < AT.checksum + 8 ? 0x20 : byte), 0)
