import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Reader } from './environment.ts'
import type { Setting } from './setting.ts'

export interface EndpointRules {
  readonly problems: string[]
  /** Used when the variable is not set; without one the variable is required. */
  readonly fallback?: string
  /** For a websocket: ws and wss are as good, and are read as http and https. */
  readonly socket?: boolean
  /** The name of a node that supports https only. */
  readonly tlsOnly?: string
}

const ALLOW_PLAIN = 'SERVICE_ALLOW_PLAIN_NODE'

/** Operator's statements about the network, which hold for the former node as well. */
export const NETWORK_STATEMENTS: readonly string[] = [ALLOW_PLAIN]

/**
 * Base URL of a node, http or https, without a slash at its end. `host:port` alone means https. Plain http is rejected
 * where it would send the credential in clear to another machine.
 */
export function readNodeUrl(
  read: Reader,
  name: string,
  { problems, fallback, socket, tlsOnly }: EndpointRules,
): string {
  const given = read.optional(name) ?? fallback
  const text = socket === true ? given?.replace(/^ws(?=s?:)/i, 'http') : given
  if (text === undefined) {
    problems.push(`${name}: must be set for this SERVICE_FUNDING_SOURCE`)
    return ''
  }
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.username !== '') {
    problems.push(`${name}: must be an http or https URL without user and query`)
    return ''
  }
  if (url.protocol === 'http:' && tlsOnly !== undefined) {
    problems.push(`${name}: must be an https URL: ${tlsOnly} speaks nothing else`)
  } else if (url.protocol === 'http:' && !isPrivateHost(url.hostname) && !read.flag(ALLOW_PLAIN, false)) {
    problems.push(
      `${name}: ${socket === true ? 'ws' : 'http'} would send the credential in clear to another machine; use ` +
        `${socket === true ? 'wss' : 'https'}, or set ${ALLOW_PLAIN}=true if the network in between is trusted`,
    )
  }
  return withScheme.replace(/\/+$/, '')
}

/** Loopback, which never leaves the machine, or a Tor onion service, which is encrypted. `hostname` as `URL` writes it. */
const isPrivateHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|.+\.onion)\.?$/.test(
    hostname,
  )

/** A required secret of this source. */
export function readRequired(read: Reader, name: string, problems: string[]): string {
  const value = read.optional(name)
  if (value === undefined) problems.push(`${name}: must be set for this SERVICE_FUNDING_SOURCE`)
  return value ?? ''
}

/** The list of problems, and whether a value may be the path of a file: never if it comes over the network. */
export interface SecretRules {
  readonly problems: string[]
  readonly inlineOnly?: boolean | undefined
}

/** A certificate given as PEM text, as base64 of it, or as the path of its file. */
export function readCertificate(read: Reader, name: string, { problems, inlineOnly }: SecretRules): Setting {
  const given = read.optional(name)
  if (given === undefined) return { variable: name, value: undefined }
  const inline = toCertificate(given) ?? toCertificate(Buffer.from(given, 'base64').toString())
  const value = inline ?? (inlineOnly === true ? undefined : readCertificateFile(given))
  if (value === undefined) problems.push(`${name}: must be a PEM certificate, or the path of a file with one`)
  return { variable: name, value, ...(inline === undefined && value !== undefined && { file: given }) }
}

/** Undefined: there is no certificate, or not all of it yet. */
export function readCertificateFile(path: string): string | undefined {
  const text = attempt(() => readFileSync(path, 'utf8'))
  return text === undefined ? undefined : toCertificate(text)
}

function toCertificate(text: string): string | undefined {
  const pem = text.replaceAll('\\n', '\n')
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return undefined
  return attempt(() => new X509Certificate(pem)) === undefined ? undefined : pem
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
