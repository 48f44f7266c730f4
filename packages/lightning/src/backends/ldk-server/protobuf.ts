/** A field of a message that is to be written: a number, text, or bytes, which may be a message itself. */
export type WrittenField = readonly [field: number, value: bigint | string | Uint8Array | undefined]

const VARINT = 0
const BYTES = 2
/** Fixed-size wire types, which are skipped: type → bytes. */
const FIXED_LENGTHS: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
const MAX_VARINT_BITS = 63n

/**
 * Protocol Buffers as far as LDK Server's messages need them. Zero is written, too: in an optional field it differs
 * from absent.
 */
export function writeMessage(fields: readonly WrittenField[]): Uint8Array {
  const parts = fields.flatMap(([field, value]) => {
    if (value === undefined) return []
    if (typeof value === 'bigint') return [writeVarint(BigInt(field) * 8n + BigInt(VARINT)), writeVarint(value)]
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    return [writeVarint(BigInt(field) * 8n + BigInt(BYTES)), writeVarint(BigInt(bytes.length)), bytes]
  })
  return Buffer.concat(parts)
}

/** A parsed message. An absent field is `undefined`; its default depends on the field. */
export interface ReadMessage {
  number(field: number): bigint | undefined
  /** A number that is not optional in its schema: zero is not written. */
  count(field: number): bigint
  text(field: number): string | undefined
  message(field: number): ReadMessage | undefined
  messages(field: number): readonly ReadMessage[]
}

/** Throws when the bytes are no message. */
export function readMessage(bytes: Uint8Array): ReadMessage {
  const fields = new Map<number, (bigint | Uint8Array)[]>()
  const reader = createReader(bytes)
  while (!reader.isAtEnd()) {
    const key = Number(reader.varint())
    const [field, wireType] = [Math.floor(key / 8), key % 8]
    const value = readValue(reader, wireType)
    fields.set(field, [...(fields.get(field) ?? []), value])
  }
  const last = (field: number): bigint | Uint8Array | undefined => fields.get(field)?.at(-1)
  const bytesOf = (field: number): Uint8Array | undefined => asBytes(last(field))
  const number = (field: number): bigint | undefined => {
    const value = last(field)
    if (value !== undefined && typeof value !== 'bigint') throw new Error(BAD)
    return value
  }
  return {
    number,
    count: (field) => number(field) ?? ZERO,
    text(field) {
      const value = bytesOf(field)
      return value === undefined ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(value)
    },
    message(field) {
      const value = bytesOf(field)
      return value === undefined ? undefined : readMessage(value)
    },
    messages: (field) => (fields.get(field) ?? []).map((value) => readMessage(asBytes(value) ?? new Uint8Array())),
  }
}

const ZERO = 0n
const BAD = 'the node sends a message that cannot be read'

function asBytes(value: bigint | Uint8Array | undefined): Uint8Array | undefined {
  if (typeof value === 'bigint') throw new Error(BAD)
  return value
}

interface BytesReader {
  isAtEnd(): boolean
  varint(): bigint
  take(length: number): Uint8Array
}

function createReader(bytes: Uint8Array): BytesReader {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error(BAD)
    at += length
    return bytes.subarray(at - length, at)
  }
  return {
    isAtEnd: () => at === bytes.length,
    take,
    varint() {
      let value = 0n
      for (let shift = 0n; shift <= MAX_VARINT_BITS; shift += 7n) {
        const byte = BigInt(take(1)[0] ?? 0)
        value |= (byte & 0x7fn) << shift
        if (byte < 0x80n && value < 1n << 64n) return value
      }
      throw new Error(BAD)
    },
  }
}

function readValue(reader: BytesReader, wireType: number): bigint | Uint8Array {
  if (wireType === VARINT) return reader.varint()
  if (wireType === BYTES) return reader.take(Number(reader.varint()))
  const length = FIXED_LENGTHS[wireType]
  if (length === undefined) throw new Error(BAD)
  return reader.take(length)
}

function writeVarint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}
