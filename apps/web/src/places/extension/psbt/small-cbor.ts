/** The subset of CBOR (RFC 8949) in multi-part codes: integers, bytes, and one list. */
export type CborItem = number | Uint8Array

const [NUMBER, BYTES, LIST] = [0, 2, 4]

export const writeItem = (item: CborItem): number[] =>
  typeof item === 'number' ? head(NUMBER, item) : [...head(BYTES, item.length), ...item]

export const writeList = (items: readonly CborItem[]): Uint8Array =>
  Uint8Array.from([...head(LIST, items.length), ...items.flatMap(writeItem)])

function head(kind: number, value: number): number[] {
  const first = kind * 32
  if (value < 24) return [first + value]
  const width = value < 0x1_00 ? 1 : value < 0x1_00_00 ? 2 : 4
  const bytes = Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** (width - 1 - at)) % 256)
  return [first + 24 + Math.log2(width), ...bytes]
}

/** The list's items, or the single one; undefined: unsupported or truncated. */
export function readCbor(bytes: Uint8Array): readonly CborItem[] | undefined {
  let at = 0
  const readHead = (): { kind: number; value: number } | undefined => {
    const first = bytes[at]
    if (first === undefined) return undefined
    at += 1
    const [kind, small] = [first >> 5, first % 32]
    if (small < 24) return { kind, value: small }
    const width = 2 ** (small - 24)
    if (small > 26 || at + width > bytes.length) return undefined
    const value = bytes.slice(at, at + width).reduce((sum, byte) => sum * 256 + byte, 0)
    at += width
    return { kind, value }
  }
  const readItem = (): CborItem | undefined => {
    const found = readHead()
    if (found?.kind === NUMBER) return found.value
    if (found?.kind !== BYTES || at + found.value > bytes.length) return undefined
    at += found.value
    return bytes.slice(at - found.value, at)
  }
  const isList = (bytes[0] ?? 0) >> 5 === LIST
  const count = isList ? (readHead()?.value ?? 0) : 1
  const items: CborItem[] = []
  while (items.length < count) {
    const item = readItem()
    if (item === undefined) return undefined
    items.push(item)
  }
  return at === bytes.length ? items : undefined
}
