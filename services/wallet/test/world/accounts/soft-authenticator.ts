import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createAttestationCertificate } from './attestation-certificate.ts'

export interface SoftAuthenticatorOptions {
  readonly origin: string
  /** Asks for a PIN or a finger. */
  readonly verifiesUser?: boolean
  /** Undefined if it does not count its uses. */
  readonly counter?: number
}

/** The responses of a browser with an authenticator, in the form of `PublicKeyCredential.toJSON()` (WebAuthn Level 3). */
export function createSoftAuthenticator({ origin, verifiesUser = true, counter }: SoftAuthenticatorOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const authenticator = {
    id: id.toString('base64url'),
    origin,
    verifiesUser,
    counter,
    /** As `navigator.credentials.create()`; `attest` signs what the authenticator says, for a statement that is not empty. */
    create(
      options: { readonly challenge: string; readonly rp: { readonly id: string } },
      attest: (signed: Uint8Array) => Buffer = noAttestation,
    ) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(x, y)])
      const data = authenticatorData(options.rp.id, authenticator, FLAG_ATTESTED, attested)
      const client = clientData('webauthn.create', options.challenge, authenticator.origin)
      const attestation = attest(Buffer.concat([data, hashOf(client)]))
      return toJson(authenticator.id, {
        clientDataJSON: client,
        attestationObject: Buffer.concat([attestation, text('authData'), bytes(data)]).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** As `navigator.credentials.get()`. */
    get(
      options: { readonly challenge: string; readonly rpId: string },
      more: { readonly userHandle?: string | null } = {},
    ) {
      if (authenticator.counter !== undefined) authenticator.counter += 1
      const data = authenticatorData(options.rpId, authenticator, 0, Buffer.alloc(0))
      const client = clientData('webauthn.get', options.challenge, authenticator.origin)
      return toJson(authenticator.id, {
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hashOf(client)]), privateKey).toString('base64url'),
        userHandle: null,
        ...more,
      })
    },
  }
  return authenticator
}

export type SoftAuthenticator = ReturnType<typeof createSoftAuthenticator>

const toJson = <Response extends object>(id: string, response: Response) => ({
  id,
  rawId: id,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
  response,
})

const clientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

const hashOf = (client: string): Buffer => createHash('sha256').update(Buffer.from(client, 'base64url')).digest()

const FLAG_PRESENT = 0x01
const FLAG_VERIFIED = 0x04
const FLAG_ATTESTED = 0x40

function authenticatorData(
  rpId: string,
  { verifiesUser, counter }: { readonly verifiesUser: boolean; readonly counter: number | undefined },
  flags: number,
  rest: Buffer,
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter ?? 0)
  const allFlags = flags | FLAG_PRESENT | (verifiesUser ? FLAG_VERIFIED : 0)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([allFlags]), count, rest])
}

// The subset of CBOR that this needs.
const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const text = (value: string): Buffer => Buffer.concat([head(0x60, value.length), Buffer.from(value)])
const head = (major: number, length: number): Buffer =>
  Buffer.from(
    length < 24 ? [major + length] : length < 256 ? [major + 24, length] : [major + 25, length >> 8, length & 0xff],
  )
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(0x40, value.length), value])
const map = (entries: number): Buffer => head(0xa0, entries)

/** {"fmt": "none", "attStmt": {}, …}: the beginning of an attestation object of three entries. */
const noAttestation = (): Buffer => Buffer.concat([map(3), text('fmt'), text('none'), text('attStmt'), map(0)])

/** {"fmt": "packed", "attStmt": {"alg": -7, "sig": …, "x5c": [certificate]}, …}: as a maker's device signs. */
export function certifiedAttestation(signed: Uint8Array): Buffer {
  const maker = createAttestationCertificate()
  return Buffer.concat([
    map(3),
    text('fmt'),
    text('packed'),
    text('attStmt'),
    map(3),
    text('alg'),
    Buffer.from([0x26]),
    text('sig'),
    bytes(maker.sign(signed)),
    text('x5c'),
    Buffer.from([0x81]),
    bytes(maker.certificate),
  ])
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an ES256 key. */
const coseKey = (x: string, y: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])
