import { readFileSync } from 'node:fs'
import type { Reader } from '../../config/environment.ts'
import { readCertificate, readNodeUrl, type SecretRules } from '../../config/node-endpoint.ts'
import type { Secret, Setting } from '../../config/setting.ts'

/** An LND node over its REST interface. */
export interface LndConfig {
  readonly kind: 'lnd'
  readonly url: string
  /** PEM; without a value one that the system trusts. */
  readonly certificate: Setting
  /** Hex. */
  readonly macaroon: Secret
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

function readMacaroon(read: Reader, { problems, inlineOnly }: SecretRules): Secret {
  const name = MACAROONS.find((candidate) => read.optional(candidate) !== undefined)
  if (name === undefined) {
    problems.push('LND_REST_MACAROON: must be set for this SERVICE_FUNDING_SOURCE')
    return { variable: MACAROONS[0], value: '' }
  }
  const given = read.text(name, '')
  const inline = decodeMacaroon(given)
  const value = inline ?? (inlineOnly === true ? undefined : readMacaroonFile(given))
  if (value === undefined) problems.push(`${name}: must be a macaroon in hex or base64, or the path of its file`)
  return { variable: name, value: value ?? '', ...(inline === undefined && { file: given }) }
}

function decodeMacaroon(value: string): string | undefined {
  if (/^([0-9a-f]{2})+$/i.test(value)) return whenMacaroon(Buffer.from(value, 'hex'))
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? whenMacaroon(Buffer.from(value, 'base64')) : undefined
}

export function readMacaroonFile(path: string): string | undefined {
  try {
    return whenMacaroon(readFileSync(path))
  } catch {
    return undefined
  }
}

/** The binary form that LND writes begins with its version. */
const whenMacaroon = (bytes: Buffer): string | undefined =>
  bytes.length >= 32 && bytes[0] === 2 ? bytes.toString('hex') : undefined
