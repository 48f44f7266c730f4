import { randomBytes } from 'node:crypto'

/** A macaroon as LND writes one, in hex: location "lnd", an identifier, these caveats, a signature. */
export function writeMacaroon(caveats: readonly string[] = []): string {
  const field = (type: number, bytes: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from([type]), lengthOf(bytes.length), bytes])
  const end = Buffer.from([0])
  return Buffer.concat([
    Buffer.from([2]),
    field(1, Buffer.from('lnd')),
    field(2, randomBytes(48)),
    end,
    ...caveats.flatMap((caveat) => [field(2, Buffer.from(caveat)), end]),
    end,
    field(6, randomBytes(32)),
  ]).toString('hex')
}

const lengthOf = (length: number): Buffer =>
  Buffer.from(length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7])
