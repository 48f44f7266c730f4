/** A message is its length in four bytes, then JSON. */
const HEAD_BYTES = 4

export function toFrame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  const frame = Buffer.allocUnsafe(HEAD_BYTES + body.length)
  frame.writeUInt32BE(body.length, 0)
  body.copy(frame, HEAD_BYTES)
  return frame
}

export interface FrameReader {
  /** Takes received bytes and returns the complete messages. Throws when a message is longer than allowed. */
  take(chunk: Buffer): unknown[]
}

export function createFrameReader(mostBytes: number): FrameReader {
  let pending: Buffer = Buffer.alloc(0)
  return {
    take(chunk) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const messages: unknown[] = []
      while (pending.length >= HEAD_BYTES) {
        const length = pending.readUInt32BE(0)
        if (length > mostBytes) throw new Error('a message of the sandbox is too long')
        if (pending.length < HEAD_BYTES + length) break
        messages.push(JSON.parse(pending.toString('utf8', HEAD_BYTES, HEAD_BYTES + length)))
        pending = pending.subarray(HEAD_BYTES + length)
      }
      return messages
    },
  }
}
