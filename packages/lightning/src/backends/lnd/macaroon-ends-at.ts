/**
 * When a macaroon expires by its own caveats (`time-before`), Unix seconds; undefined = no such caveat. Offline: only
 * the node can verify the signature. Of several caveats the earliest counts.
 */
export function macaroonEndsAt(hex: string): number | undefined {
  const ends = listIdentifiers(Buffer.from(hex, 'hex')).flatMap((text) => {
    const at = Date.parse(/^time-before (\S+)$/.exec(text)?.[1] ?? '')
    return Number.isNaN(at) ? [] : [Math.floor(at / 1000)]
  })
  return ends.length === 0 ? undefined : Math.min(...ends)
}

const END = 0
const IDENTIFIER = 2
const SIGNATURE = 6

/**
 * The identifiers of version 2 of the binary format: a version byte, then fields, each a type and, unless it ends a
 * section, a length and bytes.
 */
function listIdentifiers(bytes: Buffer): string[] {
  const found: string[] = []
  let at = 1
  while (at < bytes.length && bytes[at] !== SIGNATURE) {
    const type = bytes[at]
    at += 1
    if (type === END) continue
    const length = readVarint(bytes, at)
    if (length === undefined || length.next + length.value > bytes.length) return found
    at = length.next + length.value
    if (type === IDENTIFIER) found.push(bytes.toString('utf8', length.next, at))
  }
  return found
}

function readVarint(bytes: Buffer, start: number): { readonly value: number; readonly next: number } | undefined {
  let value = 0
  for (let at = start; at < start + 4; at += 1) {
    const byte = bytes[at]
    if (byte === undefined) return undefined
    value += (byte & 0x7f) * 128 ** (at - start)
    if (byte < 0x80) return { value, next: at + 1 }
  }
  return undefined
}
