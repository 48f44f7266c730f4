const HEADER_BYTES = 5
const MAX_BYTES = 64 * 1024 * 1024

/** One message as gRPC sends it: not compressed, its length before it. */
export function writeFrame(message: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(message.length, 1)
  return Buffer.concat([header, message])
}

/** Takes received bytes and returns the complete messages. */
export interface FrameReader {
  push(bytes: Buffer): readonly Buffer[]
  /** Whether bytes of an incomplete message are left. */
  hasRest(): boolean
}

export function createFrameReader(): FrameReader {
  let rest = Buffer.alloc(0)
  return {
    push(bytes) {
      rest = Buffer.concat([rest, bytes])
      const messages: Buffer[] = []
      while (rest.length >= HEADER_BYTES) {
        const end = HEADER_BYTES + rest.readUInt32BE(1)
        if (rest[0] !== 0) throw new Error('the node sends a compressed message')
        if (end > MAX_BYTES) throw new Error('the node sends a message of more than 64 MiB')
        if (rest.length < end) break
        messages.push(rest.subarray(HEADER_BYTES, end))
        rest = rest.subarray(end)
      }
      return messages
    },
    hasRest: () => rest.length > 0,
  }
}
