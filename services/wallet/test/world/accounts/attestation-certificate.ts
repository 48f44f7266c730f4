import { generateKeyPairSync, sign } from 'node:crypto'

/** An attestation certificate as makers of authenticators issue it (WebAuthn Level 3, packed), from no real maker. */
export function createAttestationCertificate() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(
    SEQUENCE,
    rdn(0x06, PRINTABLE_STRING, 'US'),
    rdn(0x0a, UTF8_STRING, 'Maker'),
    rdn(0x0b, UTF8_STRING, 'Authenticator Attestation'),
    rdn(0x03, UTF8_STRING, 'Device'),
  )
  const validity = der(SEQUENCE, der(UTC_TIME, ascii('200101000000Z')), der(UTC_TIME, ascii('490101000000Z')))
  const noAuthority = der(SEQUENCE, der(OID, [0x55, 0x1d, 0x13]), der(OCTET_STRING, der(SEQUENCE)))
  const facts = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, [2])),
    der(INTEGER, [1]),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, noAuthority)),
  )
  const signature = sign('sha256', facts, privateKey)
  return {
    certificate: der(SEQUENCE, facts, ECDSA_SHA256, der(BIT_STRING, [0], signature)),
    sign: (data: Uint8Array): Buffer => sign('sha256', data, privateKey),
  }
}

// The subset of DER that this needs.
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OID = 0x06
const UTF8_STRING = 0x0c
const PRINTABLE_STRING = 0x13
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31

const ascii = (text: string): Buffer => Buffer.from(text, 'ascii')

function der(tag: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const value = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = value
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), value])
}

/** `what`: the last part of the object id 2.5.4.x. */
const rdn = (what: number, type: number, text: string): Buffer =>
  der(SET, der(SEQUENCE, der(OID, [0x55, 0x04, what]), der(type, ascii(text))))

const ECDSA_SHA256 = der(SEQUENCE, der(OID, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
