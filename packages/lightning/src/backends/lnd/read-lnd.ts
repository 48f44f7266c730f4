import { readFileSync } from 'node:fs'
import type { Reader } from '../../config/environment.ts'
import { readCertificate, readNodeUrl, type SecretRules } from '../../config/node-endpoint.ts'

/** An LND node over its REST interface. */
export interface LndConfig {
  readonly kind: 'lnd'
  readonly url: string
  /** PEM; undefined = one that the system trusts. */
  readonly certificate: string | undefined
  /** Hex. */
  readonly macaroon: string
}

/** The first that is set counts; the other two are LNbits' names. */
const MACAROONS = ['LND_REST_MACAROON', 'LND_REST_ADMIN_MACAROON', 'LND_REST_INVOICE_MACAROON'] as const

export function readLnd(read: Reader, rules: SecretRules): LndConfig {
  const { problems } = rules
  return {
    kind: 'lnd',
    url: readNodeUrl(read, 'LND_REST_ENDPOINT', { problems }),
    certificate: readCertificate(read, 'LND_REST_CERT', rules),
    macaroon: readMacaroon(read, rules),
  }
}

function readMacaroon(read: Reader, { problems, inlineOnly }: SecretRules): string {
  const name = MACAROONS.find((candidate) => read.optional(candidate) !== undefined)
  if (name === undefined) {
    problems.push('LND_REST_MACAROON: must be set for this SERVICE_FUNDING_SOURCE')
    return ''
  }
  const bytes = decodeMacaroon(read.text(name, ''), inlineOnly === true)
  if (bytes === undefined) problems.push(`${name}: must be a macaroon in hex or base64, or the path of its file`)
  return bytes?.toString('hex') ?? ''
}

function decodeMacaroon(value: string, inlineOnly: boolean): Buffer | undefined {
  if (/^([0-9a-f]{2})+$/i.test(value)) return whenMacaroon(Buffer.from(value, 'hex'))
  const decoded = /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? whenMacaroon(Buffer.from(value, 'base64')) : undefined
  return decoded ?? (inlineOnly ? undefined : readMacaroonFile(value))
}

function readMacaroonFile(path: string): Buffer | undefined {
  try {
    return whenMacaroon(readFileSync(path))
  } catch {
    return undefined
  }
}

/** The binary form that LND writes begins with its version. */
const whenMacaroon = (bytes: Buffer): Buffer | undefined => (bytes.length >= 32 && bytes[0] === 2 ? bytes : undefined)
