const MAX_SEGMENTS = 8
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._ @+-]{0,99}$/

/** Why a file of an archive may not have this name; undefined = it may. A name that ends in `/` is a folder's. */
export function nameProblem(name: string): string | undefined {
  if (name.includes('\\')) return 'has a backslash in its name'
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'has an absolute name'
  const segments = name.replace(/\/$/, '').split('/')
  if (segments.includes('..')) return 'leads out of its folder'
  if (segments.length > MAX_SEGMENTS) return `lies more than ${MAX_SEGMENTS} folders deep`
  const plain = segments.every((segment) => SEGMENT.test(segment) && !/[ .]$/.test(segment))
  return plain ? undefined : 'has a name of other than plain characters'
}

/** Names that are the same file on some disks, or both a file and a folder. */
export function clashOf(names: readonly string[]): string | undefined {
  const files = new Set<string>()
  for (const name of names.filter((one) => !one.endsWith('/'))) {
    const folded = name.toLowerCase()
    if (files.has(folded)) return name
    files.add(folded)
  }
  return names.find((name) => foldersOf(name).some((folder) => files.has(folder)))
}

/** `a/b/c` → `a`, `a/b`; a folder is also its own. */
function foldersOf(name: string): string[] {
  const segments = name.toLowerCase().split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

const PACKED =
  /\.(zip|tar|tgz|tbz2?|txz|gz|bz2|xz|zst|lz|lz4|lzma|br|z|7z|rar|jar|war|ear|apk|crx|xpi|whl|cab|iso|deb|rpm|cpio|ar|arj)$/i
const SIGNATURES: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '504b0304'],
  [0, '504b0506'],
  [0, '1f8b'],
  [0, '425a68'],
  [0, '377abcaf271c'],
  [0, 'fd377a585a00'],
  [0, '526172211a07'],
  [0, '28b52ffd'],
  [0, '04224d18'],
  [257, Buffer.from('ustar').toString('hex')],
]

/** A nested archive, whose content no check would see. */
export const isPacked = (name: string, content: Buffer): boolean =>
  PACKED.test(name) ||
  SIGNATURES.some(([offset, bytes]) => content.subarray(offset, offset + bytes.length / 2).toString('hex') === bytes)
